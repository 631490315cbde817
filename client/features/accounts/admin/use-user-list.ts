import { useMemo } from 'react';
import type { AdminAccount } from '../../../../src/features/accounts/admin/contract';
import { findAccounts, searchable, sortAccounts } from '../../../../src/features/accounts/admin/rules';
import { useUrlState } from '../../../platform/use-url-state';
import type { Sort } from '../../../ui/data-table';
import { pageOf } from '../../../ui/pager';

export const PAGE_SIZE = 50;

const NARROWED = { q: '', sort: '-since', page: '' };

/** `-ads` in the URL is by ads, the most first. */
const readSort = (text: string): Sort => ({ key: text.replace(/^-/, ''), descending: text.startsWith('-') });

/** What the list of members is narrowed to and sorted by, as it stands in the URL, and who that is. */
export function useUserList(accounts: readonly AdminAccount[]) {
  const [{ q, sort, page }, change] = useUrlState(NARROWED);
  const texts = useMemo(() => searchable(accounts), [accounts]);
  const found = useMemo(() => sortAccounts(findAccounts(texts, q), readSort(sort)), [texts, q, sort]);
  return {
    q,
    sort: readSort(sort),
    total: found.length,
    ...pageOf(found, Number(page) - 1 || 0, PAGE_SIZE),
    search: (sought: string) => change({ q: sought, page: '' }),
    sortBy: ({ key, descending }: Sort) => change({ sort: `${descending ? '-' : ''}${key}`, page: '' }),
    turnTo: (at: number) => change({ page: at === 0 ? '' : String(at + 1) }),
  };
}
export type UserListState = ReturnType<typeof useUserList>;
