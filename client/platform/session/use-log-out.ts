import { useNavigate } from 'react-router-dom';
import { trpc } from '../api/trpc';
import { toast } from '../feedback/toast';
import { forgetDrafts } from '../forms/drafts';
import { currentSession, forgetSession } from './member';

/**
 * Logs out (section 4): token and user are removed at once, whether or not the server can be reached to end the
 * session as well. What they had half typed is forgotten; a session that dies by itself leaves it.
 */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  const { client } = trpc.useUtils();
  return () => {
    const token = currentSession()?.token;
    // The call is sent after this; by then the storage is empty.
    client.marketplace.accounts.logout.mutate(undefined, { context: { token } }).catch(() => {});
    navigate('/marketplace');
    forgetSession({ byHand: true });
    forgetDrafts();
    toast.success('Du har loggats ut');
    // The button that was pressed is gone.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  };
}
