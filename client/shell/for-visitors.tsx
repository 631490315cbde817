import { type ReactNode, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { currentSession, useSession } from '../platform/session';
import { trpc } from '../platform/trpc';

/**
 * A page for whoever is not logged in: who comes logged in is sent on to Startplatsmarknaden, once the server has said
 * since that they are. Who logs in on the page itself is not: there the page decides when to go.
 */
export function ForVisitors({ children }: { children: ReactNode }) {
  const [came] = useState(() => ({ with: currentSession()?.token, at: Date.now() }));
  const isSame = useSession()?.token === came.with;
  const me = trpc.marketplace.accounts.me.useQuery(undefined, { enabled: false });
  const isMember = came.with !== undefined && isSame && me.dataUpdatedAt >= came.at;
  return isMember ? <Navigate to="/marketplace" replace /> : children;
}
