import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { isUnavailable, retryWhileUnavailable } from '#client/platform/api/retry-while-unavailable.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { type Session, storeUser, useSession } from './member.ts';

const isMemberQuery = (queryKey: QueryKey) => Array.isArray(queryKey[0]) && queryKey[0][0] === 'marketplace';

/** Null while the last `me` call has failed, but the token is kept: the next call may succeed. */
export function useLoggedIn(): Session | null {
  const session = useSession();
  const meQuery = trpc.marketplace.accounts.me.useQuery(undefined, { enabled: false });
  return session && !isFailed(meQuery) ? session : null;
}

/** Also true while a failed call is retried. */
const isFailed = (me: { isError: boolean; isPending: boolean; errorUpdateCount: number }) =>
  me.isError || (me.isPending && me.errorUpdateCount > 0);

/**
 * A script in `index.html` sets `data-member`, which hides the visitor's buttons until React has rendered. Use it where
 * ads are shown.
 */
export function useShowMemberParts(): void {
  useEffect(() => {
    delete document.documentElement.dataset.member;
  }, []);
}

/** 0 until it is known. */
export function useUnreadCount(): number {
  const unread = trpc.marketplace.conversations.unread.useQuery(undefined, { enabled: !!useLoggedIn() });
  return unread.data?.unread_count ?? 0;
}

/** Use once for the whole site. Verifies the token on each path change; retries while the server is unavailable. */
export function useLoginCheck(): void {
  const { pathname } = useLocation();
  const token = useSession()?.token;
  useResetOnTokenChange(token);

  const meQuery = trpc.marketplace.accounts.me.useQuery(undefined, {
    enabled: !!token,
    staleTime: 0,
    ...retryWhileUnavailable,
  });
  const { data, refetch } = meQuery;
  useRefetchAfterOutage(!!token && isFailed(meQuery));
  // biome-ignore lint/correctness/useExhaustiveDependencies: verifies on each path change
  useEffect(() => {
    if (token) refetch({ cancelRefetch: false });
  }, [token, pathname, refetch]);
  useEffect(() => {
    if (data) storeUser(data);
  }, [data]);

  trpc.marketplace.conversations.unread.useQuery(undefined, {
    enabled: !!useLoggedIn(),
    staleTime: 0,
  });
}

function useRefetchAfterOutage(isFailing: boolean): void {
  const queries = useQueryClient();
  const wasFailing = useRef(isFailing);
  useEffect(() => {
    if (wasFailing.current && !isFailing) {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ queryKey, state }) => isMemberQuery(queryKey) && isUnavailable(state.error),
      });
    }
    wasFailing.current = isFailing;
  }, [isFailing, queries]);
}

/** Data that was fetched with the previous token may belong to another member, or be out of date. */
function useResetOnTokenChange(token: string | undefined): void {
  const queries = useQueryClient();
  const lastToken = useRef(token);
  useEffect(() => {
    const previous = lastToken.current;
    lastToken.current = token;
    if (previous === undefined || previous === token) return;
    // Reset queries that are in use. If they were removed, their components would wait for data forever.
    const isInUse = (query: Query) => query.getObserversCount() > 0;
    queries.removeQueries({ predicate: (query) => isMemberQuery(query.queryKey) && !isInUse(query) });
    void queries.resetQueries({ predicate: (query) => isMemberQuery(query.queryKey) && isInUse(query) });
  }, [token, queries]);
}
