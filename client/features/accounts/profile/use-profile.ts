import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/sentences';
import { toast } from '../../../platform/feedback/toast';
import { currentSession } from '../../../platform/session/member';

/** The account of whoever is logged in; when it cannot be had the login page is gone to (section 4). */
export function useProfile() {
  const profile = trpc.marketplace.accounts.profile.useQuery();
  const navigate = useNavigate();
  const isLost = profile.isLoadingError;
  useEffect(() => {
    // Whose session has died is logged out, and is led there as such.
    if (!isLost || !currentSession()) return;
    toast.error(FAILED.profile);
    navigate('/marketplace/login', { replace: true });
  }, [isLost, navigate]);
  return profile.data;
}
