import { useMemo } from 'react';
import {
  findAccounts,
  SORT_KEYS,
  searchable,
  sortAccounts,
} from '../../../../src/features/accounts/admin/rules';
import { trpc } from '../../../platform/api/trpc';
import { FAILED } from '../../../platform/feedback/failure-messages';
import { useFailureToast } from '../../../platform/feedback/use-failure-toast';
import { listFormat, useListState } from '../../../ui/use-list-state';

const NO_ACCOUNTS: never[] = [];
const FORMAT = listFormat({ q: '' }, 50, SORT_KEYS, { key: 'since', descending: true });

export function useUserList(isShown: boolean) {
  const query = trpc.admin.accounts.list.useQuery(undefined, { staleTime: 0, enabled: isShown });
  useFailureToast(query.error, FAILED.fetchUsers);
  const accounts = query.data ?? NO_ACCOUNTS;
  const { filter, pageOf, sort, ...list } = useListState(FORMAT);
  const { q } = filter;
  const texts = useMemo(() => searchable(accounts), [accounts]);
  const found = useMemo(() => sortAccounts(findAccounts(texts, q), sort), [texts, q, sort]);
  return { ...list, ...pageOf(found), query, q, sort, total: found.length };
}
export type UserListState = ReturnType<typeof useUserList>;
