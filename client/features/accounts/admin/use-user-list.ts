import { useMemo } from 'react';
import type { AdminAccount } from '../../../../src/features/accounts/admin/contract';
import {
  findAccounts,
  SORT_KEYS,
  searchable,
  sortAccounts,
} from '../../../../src/features/accounts/admin/rules';
import { texts, useUrlState } from '../../../platform/navigation/use-url-state';
import { pageOf } from '../../../ui/pager';
import { type Sort, sortOf, sortText } from '../../../ui/sort';

export const PAGE_SIZE = 50;

/** The newest first. */
const NEWEST = { key: 'since', descending: true } as const;
const IN_URL = texts({ q: '', sort: sortText(NEWEST), page: '' });
const readSort = (text: string) => sortOf(text, SORT_KEYS, NEWEST);

/** What the list of members is narrowed to and sorted by, as it stands in the URL, and who that is. */
export function useUserList(accounts: readonly AdminAccount[]) {
  const [{ q, sort, page }, change] = useUrlState(IN_URL);
  const texts = useMemo(() => searchable(accounts), [accounts]);
  const found = useMemo(() => sortAccounts(findAccounts(texts, q), readSort(sort)), [texts, q, sort]);
  return {
    q,
    sort: readSort(sort),
    total: found.length,
    ...pageOf(found, Number(page) - 1 || 0, PAGE_SIZE),
    search: (sought: string) => change({ q: sought, page: '' }),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: '' }),
    turnTo: (at: number) => change({ page: at === 0 ? '' : String(at + 1) }),
  };
}
export type UserListState = ReturnType<typeof useUserList>;
