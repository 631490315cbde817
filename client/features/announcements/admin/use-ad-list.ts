import { useMemo } from 'react';
import type { AdminAnnouncement } from '../../../../src/features/announcements/admin/contract';
import {
  AD_STATUSES,
  adminEventChoices,
  findAds,
  searchable,
  sortAds,
} from '../../../../src/features/announcements/admin/rules';
import { ANNOUNCEMENT_TYPES } from '../../../../src/features/announcements/contract';
import { useUrlState } from '../../../platform/use-url-state';
import type { Sort } from '../../../ui/data-table';
import { pageOf } from '../../../ui/pager';

export const PAGE_SIZE = 50;

const NARROWED = { q: '', event: '', type: '', status: '', sort: '-created', page: '' };

/** `-price` in the URL is by price, the highest first. */
const readSort = (text: string): Sort => ({ key: text.replace(/^-/, ''), descending: text.startsWith('-') });

/** What the list of ads is narrowed to and sorted by, as it stands in the URL, and what of the ads that shows. */
export function useAdList(ads: readonly AdminAnnouncement[]) {
  const [state, change] = useUrlState(NARROWED);
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
    sortBy: ({ key, descending }: Sort) => change({ sort: `${descending ? '-' : ''}${key}`, page: '' }),
    turnTo: (at: number) => change({ page: at === 0 ? '' : String(at + 1) }),
  };
}
export type AdListState = ReturnType<typeof useAdList>;
