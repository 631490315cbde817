import { useMemo } from 'react';
import { useNear } from '#client/features/events/filter/use-near.ts';
import { useSearch } from '#client/features/events/filter/use-search.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { listFormat, useListState } from '#client/ui/use-list-state.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { DateFilter } from '#src/features/events/filter/filter.ts';
import { sportNamed } from '#src/shared/sports.ts';
import { filterRows, isSubset, SORT_KEYS, sortRows } from './table-rules.ts';
import { useSubsetIds } from './use-subset-ids.ts';

const PAGE_SIZE = 50;
const LIST_FORMAT = listFormat({ q: '', date: 'upcoming', sport: '', subset: '' }, PAGE_SIZE, SORT_KEYS);
const DATES: readonly DateFilter[] = ['all', 'upcoming', 'past'];

export function useEventTable(events: readonly AdminEvent[] | undefined) {
  const today = useToday();
  const { filter, pageOf, sort, ...list } = useListState(LIST_FORMAT);
  const { q } = filter;
  const date = DATES.find((choice) => choice === filter.date) ?? 'upcoming';
  const sport = sportNamed(filter.sport) ?? '';

  const subset = isSubset(filter.subset) ? filter.subset : undefined;

  const subsetIds = useSubsetIds(subset);

  const sorted = useMemo(() => sortRows(events ?? [], sort), [events, sort]);
  const { understood } = useSearch(q, today);
  const { kilometres } = useNear(understood.place?.near ?? '', sorted);
  const search = useMemo(() => ({ understood, kilometres }), [understood, kilometres]);
  const rows = useMemo(
    () => filterRows(sorted, { search, date, sport, subset }, today, subsetIds),
    [sorted, search, date, sport, subset, today, subsetIds],
  );
  return {
    ...list,
    ...pageOf(rows),
    filter: { q, date, sport, subset: subset ?? '' },
    rows,
    sort,
    total: rows.length,
    showAll: () => list.changeFilter({ q: '', date: 'all', sport: '', subset: '' }),
    /** Matches on other dates than the chosen ones. */
    otherDatesCount: () =>
      filterRows(sorted, { search, date: 'all', sport, subset }, today, subsetIds).length - rows.length,
    indexOf: (id: string) => rows.findIndex((event) => event.id === id),
    isHidden: (id: string) =>
      (events ?? []).some((event) => event.id === id) && !rows.some((event) => event.id === id),
  };
}

export type EventTableState = ReturnType<typeof useEventTable>;
