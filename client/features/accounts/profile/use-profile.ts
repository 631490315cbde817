import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { toast } from '#client/platform/feedback/toast.ts';
import { currentSession } from '#client/platform/session/member.ts';

/** Redirects to the login page if the account cannot be fetched. */
export function useProfile() {
  const profile = trpc.marketplace.accounts.profile.useQuery();
  const navigate = useNavigate();
  const hasFailed = profile.isLoadingError;
  useEffect(() => {
    // An expired session has already been logged out and redirected.
    if (!hasFailed || !currentSession()) return;
    toast.error(FAILED.profile);
    navigate('/marketplace/login', { replace: true });
  }, [hasFailed, navigate]);
  return profile.data;
}
