import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { trpc } from '../../platform/api/trpc';
import { hasFailed, whileAway } from '../../platform/api/while-away';
import { useAdminToken, wasAdminLeft } from '../../platform/session/admin';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { PageWait } from '../page-wait';

/** What the history carries to the admin login: where one was sent away from, and whether a session had ended there. */
export type WayToLogin = { to: string; isEnded: boolean };

type Props = {
  /** Shown instead of the page to an admin who must choose another password first (D2). */
  changePassword: ReactNode;
  children: ReactNode;
};

/**
 * A page for admins (section 2): without a stored token, or with one that the server does not know, it leads to the
 * login, and that leads back. While the server cannot be reached nobody is logged out, and it is asked again.
 */
export function RequireAdmin({ changePassword, children }: Props) {
  const token = useAdminToken();
  const { pathname, search } = useLocation();
  const hadOne = useRef(!!token);
  useEffect(() => {
    if (token) hadOne.current = true;
  }, [token]);
  const isOwn = useForgetOfFormerAdmin(token);
  // A token that is refused is forgotten where the answer comes in.
  const verified = trpc.admin.admins.verify.useQuery(undefined, {
    enabled: !!token && isOwn,
    staleTime: 0,
    ...whileAway,
  });

  if (!token) {
    const isEnded = hadOne.current;
    const way: WayToLogin | null = isEnded && wasAdminLeft() ? null : { to: `${pathname}${search}`, isEnded };
    return <Navigate to="/admin/login" replace state={way} />;
  }
  if (isOwn && verified.data) return verified.data.must_change_password ? changePassword : children;
  if (!hasFailed(verified)) return <PageWait />;
  return (
    <main className="page page-notice" id="innehall" tabIndex={-1}>
      <EmptyState
        story="lost"
        heading="h1"
        title="Adminportalen kunde inte visas"
        text="Servern svarar inte just nu."
        action={
          <Button busy={verified.isFetching} onClick={() => verified.refetch()}>
            Försök igen
          </Button>
        }
      />
    </main>
  );
}

/** Whose data the cache holds, also while no page of the portal is open. */
let cachedFor: string | undefined;

/**
 * What was fetched with one token is not shown under the next: it goes as soon as the token does, and nothing is shown
 * before it has gone. Answers whether what the cache holds was fetched with this token.
 */
function useForgetOfFormerAdmin(token: string | undefined): boolean {
  const queries = useQueryClient();
  const [own, setOwn] = useState(cachedFor);
  useEffect(() => {
    if (cachedFor !== token) {
      queries.removeQueries({
        predicate: ({ queryKey: [path] }) => Array.isArray(path) && path[0] === 'admin',
      });
    }
    cachedFor = token;
    setOwn(token);
  }, [token, queries]);
  return own === token;
}
