import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { trpc } from '../platform/api/trpc';
import { currentSession } from '../platform/session/member';

/**
 * A page for whoever is not logged in: who comes logged in, or logs in in another tab, is sent on to
 * Startplatsmarknaden, once the server has said that they are. Who logs in on the page itself is not: there the page
 * decides when to go.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const [token, setToken] = useState(() => currentSession()?.token);
  const [isConfirmed, setConfirmed] = useState(false);
  // Where they were on their way, if the login came between.
  const { state } = useLocation();
  const { refetch } = trpc.marketplace.accounts.me.useQuery(undefined, { enabled: false });
  useEffect(() => {
    // Told to every tab but the one that wrote.
    const look = () => setToken(currentSession()?.token);
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, []);
  useEffect(() => {
    if (token) refetch({ cancelRefetch: false }).then(({ isSuccess }) => setConfirmed(isSuccess));
  }, [token, refetch]);
  return isConfirmed ? <Navigate to="/marketplace" replace state={state} /> : children;
}
