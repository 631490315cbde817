import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { trpc } from '../api/trpc';
import { isAway, whileAway } from '../api/while-away';
import { type Session, storeUser, useSession } from './member';

const MINUTE = 60_000;

const isOfMember = (queryKey: QueryKey) => Array.isArray(queryKey[0]) && queryKey[0][0] === 'marketplace';

/**
 * Who the page shows as logged in: whoever is stored, at once, until the server says otherwise. While the last me
 * call has failed (section 8) that is nobody, though the token is kept: the next one may answer.
 */
export function useLoggedIn(): Session | null {
  const session = useSession();
  const me = trpc.marketplace.accounts.me.useQuery(undefined, { enabled: false });
  return session && !isFailed(me) ? session : null;
}

/** While it is asked again after a failure, the failure still stands. */
const isFailed = (me: { isError: boolean; isPending: boolean; errorUpdateCount: number }) =>
  me.isError || (me.isPending && me.errorUpdateCount > 0);

/** How many messages whoever is logged in has not read; 0 until it is known. */
export function useUnreadCount(): number {
  const unread = trpc.marketplace.conversations.unread.useQuery(undefined, { enabled: !!useLoggedIn() });
  return unread.data?.unread_count ?? 0;
}

/**
 * Keeps the login state true, once for the whole site: asks who the token belongs to on every path change (section 2),
 * and for what is unread now, every minute and when the window is looked at again. While the server is away it asks on.
 */
export function useLoginCheck(): void {
  const { pathname } = useLocation();
  const token = useSession()?.token;
  useForgetOfFormer(token);

  const me = trpc.marketplace.accounts.me.useQuery(undefined, {
    enabled: !!token,
    staleTime: 0,
    ...whileAway,
  });
  const { data, refetch } = me;
  useFetchOfMissed(!!token && isFailed(me));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is the reason to ask
  useEffect(() => {
    if (token) refetch({ cancelRefetch: false });
  }, [token, pathname, refetch]);
  useEffect(() => {
    if (data) storeUser(data);
  }, [data]);

  trpc.marketplace.conversations.unread.useQuery(undefined, {
    enabled: !!useLoggedIn(),
    staleTime: 0,
    refetchInterval: MINUTE,
  });
}

/** When the server is back after it was away, what of the member's could not be had meanwhile is fetched. */
function useFetchOfMissed(isFailing: boolean): void {
  const queries = useQueryClient();
  const wasFailing = useRef(isFailing);
  useEffect(() => {
    if (wasFailing.current && !isFailing) {
      void queries.refetchQueries({
        type: 'active',
        predicate: ({ queryKey, state }) => isOfMember(queryKey) && isAway(state.error),
      });
    }
    wasFailing.current = isFailing;
  }, [isFailing, queries]);
}

/**
 * What was fetched with one token is not shown under the next: neither to another person nor to the same one, who may
 * have been away for long. What is on the page is fetched anew; what is on its way comes to nothing.
 */
function useForgetOfFormer(token: string | undefined): void {
  const queries = useQueryClient();
  const last = useRef(token);
  useEffect(() => {
    const former = last.current;
    last.current = token;
    if (former === undefined || former === token) return;
    // What is shown somewhere may not be taken away: whoever shows it would wait for it in vain.
    const shown = (query: Query) => query.getObserversCount() > 0;
    queries.removeQueries({ predicate: (query) => isOfMember(query.queryKey) && !shown(query) });
    void queries.resetQueries({ predicate: (query) => isOfMember(query.queryKey) && shown(query) });
  }, [token, queries]);
}
