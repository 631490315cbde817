import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { toast } from '../../../platform/feedback/toast';
import { currentSession } from '../../../platform/session/member';

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
