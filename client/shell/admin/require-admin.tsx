import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { hasFailed, retryWhileUnavailable } from '#client/platform/api/retry-while-unavailable.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { didAdminLogOut, useAdminToken } from '#client/platform/session/admin.ts';
import { PagePlaceholder } from '#client/shell/page-placeholder.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';

/** `to` is the page to return to. `isEnded` is true if the admin was logged in there until the session expired. */
export type AdminLoginRouteState = { to: string; isEnded: boolean };

type Props = {
  changePassword: ReactNode;
  addFactor: ReactNode;
  children: ReactNode;
};

/**
 * Without a valid token, redirects to the login, which leads back. While the server is unavailable, the admin stays
 * logged in and the check is repeated.
 */
export function RequireAdmin({ changePassword, addFactor, children }: Props) {
  const token = useAdminToken();
  const { pathname, search } = useLocation();
  const hadSession = useRef(!!token);
  useEffect(() => {
    if (token) hadSession.current = true;
  }, [token]);
  const isCacheCurrent = useResetCacheOnTokenChange(token);
  // The tRPC client removes a token that the server rejects.
  const verification = trpc.admin.admins.verify.useQuery(undefined, {
    enabled: !!token && isCacheCurrent,
    staleTime: 0,
    ...retryWhileUnavailable,
  });

  if (!token) {
    const state: AdminLoginRouteState | null =
      hadSession.current && didAdminLogOut()
        ? null
        : { to: `${pathname}${search}`, isEnded: hadSession.current };
    return <Navigate to="/admin/login" replace state={state} />;
  }
  if (isCacheCurrent && verification.data) {
    const { must_change_password, must_add_factor } = verification.data;
    if (must_change_password) return changePassword;
    return must_add_factor ? addFactor : children;
  }
  if (!hasFailed(verification)) return <PagePlaceholder />;
  return (
    <main className="page page-notice" id="innehall" tabIndex={-1}>
      <EmptyState
        story="lost"
        heading="h1"
        title="Adminportalen kunde inte visas"
        text="Servern svarar inte just nu."
        action={
          <Button busy={verification.isFetching} onClick={() => verification.refetch()}>
            Försök igen
          </Button>
        }
      />
    </main>
  );
}

/**
 * The token that the cached data was fetched with. At module level, so that it outlives this component when the admin
 * leaves the portal.
 */
let cacheOwnerToken: string | undefined;

/** Cached data must never be shown to another admin. Returns whether the cache belongs to the current token. */
function useResetCacheOnTokenChange(token: string | undefined): boolean {
  const queries = useQueryClient();
  const [ownerToken, setOwnerToken] = useState(cacheOwnerToken);
  useEffect(() => {
    if (cacheOwnerToken !== token) {
      queries.removeQueries({
        predicate: ({ queryKey: [path] }) => Array.isArray(path) && path[0] === 'admin',
      });
    }
    cacheOwnerToken = token;
    setOwnerToken(token);
  }, [token, queries]);
  return ownerToken === token;
}
