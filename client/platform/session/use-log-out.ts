import { useNavigate } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { forgetDrafts } from '#client/platform/forms/drafts.ts';
import { currentSession, forgetSession } from './member.ts';

/** Logs out at once, even if the server cannot be reached. Deletes the drafts; an expired session keeps them. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  return () => {
    const token = currentSession()?.token;
    // Pass the token: when the call is sent, storage is already empty.
    client.marketplace.accounts.logout.mutate(undefined, { context: { token } }).catch(() => {});
    navigate('/marketplace');
    forgetSession({ isLogout: true });
    forgetDrafts();
    toast.success('Du har loggats ut');
    // The pressed button is gone, so move focus to the content.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
}
