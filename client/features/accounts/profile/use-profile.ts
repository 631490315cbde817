import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { FAILED } from '../../../platform/sentences';
import { currentSession } from '../../../platform/session';
import { toast } from '../../../platform/toast';
import { trpc } from '../../../platform/trpc';
import { hasFailed, isAway, whileAway } from '../../../platform/while-away';

/**
 * The account of whoever is logged in. When the server does not give it the login page is gone to (section 4); a
 * server that is away has refused nothing: until it is back `isLost` says so, and nobody is sent anywhere.
 */
export function useProfile() {
  const profile = trpc.marketplace.accounts.profile.useQuery(undefined, whileAway);
  const { data, error, isFetching, isLoadingError, refetch } = profile;
  const navigate = useNavigate();
  const wasTold = useRef(false);
  const isRefused = isLoadingError && !isAway(error);
  useEffect(() => {
    if (data) wasTold.current = false;
    // Whose session has died is logged out, and is led there as such.
    if (!isLoadingError || !currentSession()) return;
    if (!wasTold.current) toast.error(FAILED.profile);
    wasTold.current = true;
    if (isRefused) navigate('/marketplace/login', { replace: true });
  }, [data, isLoadingError, isRefused, navigate]);
  return { account: data, isLost: !data && !isRefused && hasFailed(profile), isFetching, refetch };
}
