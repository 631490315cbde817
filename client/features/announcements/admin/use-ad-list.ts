import { useMemo } from 'react';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import type { AdminAnnouncement } from '#src/features/announcements/admin/contract.ts';
import {
  AD_STATUSES,
  adminEventChoices,
  findAds,
  SORT_KEYS,
  searchable,
  sortAds,
} from '#src/features/announcements/admin/rules.ts';
import { ANNOUNCEMENT_TYPES } from '#src/features/announcements/fields.ts';

const PAGE_SIZE = 50;
const LIST_FORMAT = listFormat({ q: '', event: '', type: '', status: '' }, PAGE_SIZE, SORT_KEYS, {
  key: 'created',
  descending: true,
});

export function useAdList(ads: readonly AdminAnnouncement[]) {
  const { filter, pageOf, sort, ...list } = useListState(LIST_FORMAT);
  const { q, event } = filter;
  const type = ANNOUNCEMENT_TYPES.find((candidate) => candidate === filter.type) ?? '';
  const status = AD_STATUSES.find((candidate) => candidate === filter.status) ?? '';

  const searchableAds = useMemo(() => searchable(ads), [ads]);
  const choices = useMemo(() => adminEventChoices(ads, { type, status }), [ads, type, status]);
  const matches = useMemo(
    () => sortAds(findAds(searchableAds, { q, event, type, status }), sort),
    [searchableAds, q, event, type, status, sort],
  );
  return {
    ...list,
    ...pageOf(matches),
    filter: { q, event, type, status },
    sort,
    choices,
    total: matches.length,
  };
}
export type AdListState = ReturnType<typeof useAdList>;
