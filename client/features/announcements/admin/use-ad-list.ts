import { useMemo } from 'react';
import type { AdminAnnouncement } from '../../../../src/features/announcements/admin/contract';
import {
  AD_STATUSES,
  adminEventChoices,
  findAds,
  SORT_KEYS,
  searchable,
  sortAds,
} from '../../../../src/features/announcements/admin/rules';
import { ANNOUNCEMENT_TYPES } from '../../../../src/features/announcements/contract';
import { texts, useUrlState } from '../../../platform/navigation/use-url-state';
import { pageOf } from '../../../ui/pager';
import { type Sort, sortOf, sortText } from '../../../ui/sort';

export const PAGE_SIZE = 50;

/** The newest first. */
const NEWEST = { key: 'created', descending: true } as const;
const IN_URL = texts({ q: '', event: '', type: '', status: '', sort: sortText(NEWEST), page: '' });
const readSort = (text: string) => sortOf(text, SORT_KEYS, NEWEST);

/** What the list of ads is narrowed to and sorted by, as it stands in the URL, and what of the ads that shows. */
export function useAdList(ads: readonly AdminAnnouncement[]) {
  const [state, change] = useUrlState(IN_URL);
  const { q, event, page } = state;
  const type = ANNOUNCEMENT_TYPES.find((known) => known === state.type) ?? '';
  const status = AD_STATUSES.find((known) => known === state.status) ?? '';
  const sort = readSort(state.sort);

  const texts = useMemo(() => searchable(ads), [ads]);
  const choices = useMemo(() => adminEventChoices(ads, { type, status }), [ads, type, status]);
  const found = useMemo(
    () => sortAds(findAds(texts, { q, event, type, status }), readSort(state.sort)),
    [texts, q, event, type, status, state.sort],
  );
  return {
    filter: { q, event, type, status },
    isNarrowed: !!(q || event || type || status),
    sort,
    choices,
    total: found.length,
    ...pageOf(found, Number(page) - 1 || 0, PAGE_SIZE),
    /** Another choice starts at the first page. */
    narrow: (part: Partial<Record<'q' | 'event' | 'type' | 'status', string>>) =>
      change({ ...part, page: '' }),
    clear: () => change({ q: '', event: '', type: '', status: '', page: '' }),
    sortBy: (sort: Sort) => change({ sort: sortText(sort), page: '' }),
    turnTo: (at: number) => change({ page: at === 0 ? '' : String(at + 1) }),
  };
}
export type AdListState = ReturnType<typeof useAdList>;
