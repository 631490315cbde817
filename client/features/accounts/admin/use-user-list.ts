import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { FAILED } from '#client/platform/feedback/failure-messages.ts';
import { useFailureToast } from '#client/platform/feedback/use-failure-toast.ts';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import { findAccounts, SORT_KEYS, searchable, sortAccounts } from '#src/features/accounts/admin/rules.ts';

const NO_ACCOUNTS: never[] = [];
const PAGE_SIZE = 50;
const LIST_FORMAT = listFormat({ q: '' }, PAGE_SIZE, SORT_KEYS, { key: 'since', descending: true });

export function useUserList(isShown: boolean) {
  const query = trpc.admin.accounts.list.useQuery(undefined, { staleTime: 0, enabled: isShown });
  useFailureToast(query.error, FAILED.fetchUsers);
  const accounts = query.data ?? NO_ACCOUNTS;
  const { filter, pageOf, sort, ...list } = useListState(LIST_FORMAT);
  const { q } = filter;
  const searchableAccounts = useMemo(() => searchable(accounts), [accounts]);
  const matches = useMemo(
    () => sortAccounts(findAccounts(searchableAccounts, q), sort),
    [searchableAccounts, q, sort],
  );
  return { ...list, ...pageOf(matches), query, q, sort, total: matches.length };
}
export type UserListState = ReturnType<typeof useUserList>;
