import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { trpc } from '#client/platform/api/trpc.ts';
import { currentSession } from '#client/platform/session/member.ts';

/**
 * Redirects if the visitor is already logged in, or logs in in another tab, and the server confirms it. A login on the
 * page itself does not redirect: the page decides when.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const [token, setToken] = useState(() => currentSession()?.token);
  const [isConfirmed, setConfirmed] = useState(false);
  // May hold the post-login destination.
  const { state } = useLocation();
  const { refetch } = trpc.marketplace.accounts.me.useQuery(undefined, { enabled: false });
  useEffect(() => {
    // The storage event fires in every tab except the one that wrote.
    const update = () => setToken(currentSession()?.token);
    window.addEventListener('storage', update);
    return () => window.removeEventListener('storage', update);
  }, []);
  useEffect(() => {
    if (token) refetch({ cancelRefetch: false }).then(({ isSuccess }) => setConfirmed(isSuccess));
  }, [token, refetch]);
  return isConfirmed ? <Navigate to="/marketplace" replace state={state} /> : children;
}
