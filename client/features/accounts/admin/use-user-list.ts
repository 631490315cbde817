import { useMemo } from 'react';
import type { AdminAccount } from '../../../../src/features/accounts/admin/contract';
import {
  findAccounts,
  SORT_KEYS,
  searchable,
  sortAccounts,
} from '../../../../src/features/accounts/admin/rules';
import { listFormat, useListState } from '../../../ui/use-list-state';

const FORMAT = listFormat({ q: '' }, 50, SORT_KEYS, { key: 'since', descending: true });

/** What the list of members is narrowed to and sorted by, as it stands in the URL, and who that is. */
export function useUserList(accounts: readonly AdminAccount[]) {
  const { filter, pageOf, sort, ...list } = useListState(FORMAT);
  const { q } = filter;
  const texts = useMemo(() => searchable(accounts), [accounts]);
  const found = useMemo(() => sortAccounts(findAccounts(texts, q), sort), [texts, q, sort]);
  return { ...list, ...pageOf(found), q, sort, total: found.length };
}
export type UserListState = ReturnType<typeof useUserList>;
