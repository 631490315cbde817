import { useEffect, useMemo, useRef, useState } from 'react';
import type { AdminEvent } from '../../../../src/features/events/contract';
import type { DateFilter } from '../../../../src/features/events/rules';
import { sportNamed } from '../../../../src/shared/sports';
import { useToday } from '../../../platform/clock';
import { useUrlState } from '../../../platform/use-url-state';
import type { Sort } from '../../../ui/data-table';
import { pageOf } from '../../../ui/pager';
import { filterRows, readSort, sortRows, sortText } from './table-rules';

export const PAGE_SIZE = 50;

/** Browsers limit how often history may change: the search is written to the URL when the fingers rest. */
const TYPING_PAUSE = 250;

const DEFAULTS = { q: '', date: 'all', sport: '', sort: 'event_date', page: '1' };
const DATES: readonly DateFilter[] = ['all', 'upcoming', 'past'];

/** Search, filters, order and page of the table, kept in the URL (D26), and the events that they leave. */
export function useEventTable(events: readonly AdminEvent[] | undefined) {
  const today = useToday();
  const [url, change] = useUrlState(DEFAULTS);
  const [q, search] = useTyped(url.q, (typed) => change({ q: typed, page: DEFAULTS.page }));
  const date = DATES.find((choice) => choice === url.date) ?? 'all';
  const sport = sportNamed(url.sport) ?? '';
  const { key, descending } = readSort(url.sort);

  const sorted = useMemo(() => sortRows(events ?? [], { key, descending }), [events, key, descending]);
  const rows = useMemo(() => filterRows(sorted, { q, date, sport }, today), [sorted, q, date, sport, today]);
  // What is typed just now has its first page, whatever page the URL still tells of.
  const asked = q === url.q ? Number.parseInt(url.page, 10) - 1 || 0 : 0;
  return {
    ...pageOf(rows, asked, PAGE_SIZE),
    total: rows.length,
    q,
    date,
    sport,
    sort: { key, descending },
    isNarrowed: !!q.trim() || date !== 'all' || sport !== '',
    search,
    narrow: (part: { date?: DateFilter; sport?: string }) => change({ ...part, page: DEFAULTS.page }),
    order: (sort: Sort) => change({ sort: sortText(sort), page: DEFAULTS.page }),
    goTo: (page: number) => change({ page: String(page + 1) }),
    clear: () => {
      search('');
      change({ q: '', date: DEFAULTS.date, sport: '', page: DEFAULTS.page });
    },
  };
}

export type EventTableState = ReturnType<typeof useEventTable>;

/** Text that answers at once, and is written down when the fingers rest. */
function useTyped(written: string, write: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(written);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(write);
  useEffect(() => {
    latest.current = write;
  });
  // Written from outside: by Back or a link.
  useEffect(() => {
    if (timer.current === undefined) setText(written);
  }, [written]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      latest.current(typed);
    }, TYPING_PAUSE);
  };
  return [text, type];
}
