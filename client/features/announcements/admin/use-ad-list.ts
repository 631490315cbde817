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
import { listFormat, useListState } from '../../../ui/use-list-state';

const FORMAT = listFormat({ q: '', event: '', type: '', status: '' }, 50, SORT_KEYS, {
  key: 'created',
  descending: true,
});

export function useAdList(ads: readonly AdminAnnouncement[]) {
  const { filter, pageOf, sort, ...list } = useListState(FORMAT);
  const { q, event } = filter;
  const type = ANNOUNCEMENT_TYPES.find((known) => known === filter.type) ?? '';
  const status = AD_STATUSES.find((known) => known === filter.status) ?? '';

  const texts = useMemo(() => searchable(ads), [ads]);
  const choices = useMemo(() => adminEventChoices(ads, { type, status }), [ads, type, status]);
  const found = useMemo(
    () => sortAds(findAds(texts, { q, event, type, status }), sort),
    [texts, q, event, type, status, sort],
  );
  return {
    ...list,
    ...pageOf(found),
    filter: { q, event, type, status },
    sort,
    choices,
    total: found.length,
  };
}
export type AdListState = ReturnType<typeof useAdList>;
