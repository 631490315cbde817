import { useMemo } from 'react';
import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import type { DateFilter } from '../../../../src/features/events/rules';
import { sportNamed } from '../../../../src/shared/sports';
import { texts, useUrlState } from '../../../platform/navigation/use-url-state';
import { useToday } from '../../../platform/page/clock';
import { pageOf } from '../../../ui/pager';
import { type Sort, sortText } from '../../../ui/sort';
import { filterRows, readSort, sortRows } from './table-rules';

export const PAGE_SIZE = 50;

const DEFAULTS = { q: '', date: 'all', sport: '', sort: 'event_date', page: '1' };
const IN_URL = texts(DEFAULTS);
const DATES: readonly DateFilter[] = ['all', 'upcoming', 'past'];

/** Search, filters, order and page of the table, kept in the URL (D26), and the events that they leave. */
export function useEventTable(events: readonly AdminEvent[] | undefined) {
  const today = useToday();
  const [url, change] = useUrlState(IN_URL);
  const { q } = url;
  const date = DATES.find((choice) => choice === url.date) ?? 'all';
  const sport = sportNamed(url.sport) ?? '';
  const { key, descending } = readSort(url.sort);

  const sorted = useMemo(() => sortRows(events ?? [], { key, descending }), [events, key, descending]);
  const rows = useMemo(() => filterRows(sorted, { q, date, sport }, today), [sorted, q, date, sport, today]);
  return {
    ...pageOf(rows, Number(url.page) - 1 || 0, PAGE_SIZE),
    total: rows.length,
    q,
    date,
    sport,
    sort: { key, descending },
    isNarrowed: !!q.trim() || date !== 'all' || sport !== '',
    search: (typed: string) => change({ q: typed, page: DEFAULTS.page }),
    narrow: (part: { date?: DateFilter; sport?: string }) => change({ ...part, page: DEFAULTS.page }),
    order: (sort: Sort) => change({ sort: sortText(sort), page: DEFAULTS.page }),
    goTo: (page: number) => change({ page: String(page + 1) }),
    clear: () => change({ q: '', date: DEFAULTS.date, sport: '', page: DEFAULTS.page }),
  };
}

export type EventTableState = ReturnType<typeof useEventTable>;
