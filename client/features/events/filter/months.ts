import { hasPeriod } from '#src/features/events/filter/active.ts';
import {
  addMonths,
  type DateRange,
  toggleMonth,
  wholeMonths,
} from '#src/features/events/filter/date-range.ts';
import { type EventFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { dateBadgeParts } from '#src/shared/dates.ts';
import type { Counts } from './facets.ts';

type Dates = Pick<EventFilter, 'date' | 'period'>;

/** A period takes the place of the choice between upcoming and past. */
export const changeToPeriod = (period: DateRange): Dates => ({
  period,
  date: period.from || period.to ? 'all' : NO_FILTER.date,
});

/** Past events stay the only ones. Of the current month, the other choices show the days from today on. */
export function changeToMonth({ date, period }: Dates, month: string, today: string): Dates {
  const next = toggleMonth(period, month, today);
  if (date === 'past') return { date, period: next };
  // A past month must not leave the row when it is pressed again: the row of upcoming events has none.
  if (!next.from && month < today.slice(0, 7)) return { date: 'all', period: next };
  const startsThisMonth = next.from === `${today.slice(0, 7)}-01`;
  return changeToPeriod(startsThisMonth ? { ...next, from: today } : next);
}

const MONTHS_MAX = 18;

/** The months that have events: the next ones, and the latest past ones if those are shown. Chosen months always. */
export function listMonths(counts: Counts, filter: Dates, today: string): string[] {
  const current = today.slice(0, 7);
  const [first, last] = wholeMonths(filter.period, today) ?? [];
  const showsPast =
    filter.date === 'past' || (first ? first < current : filter.date === 'all' && !hasPeriod(filter));
  const months = [...counts.keys()].sort();
  const past = months.filter((month) => month < current).slice(-MONTHS_MAX);
  const next = months.filter((month) => month >= current).slice(0, MONTHS_MAX);
  const listed = new Set(showsPast ? [...past, ...next] : next);
  if (first && last)
    for (let month = first, count = 0; month <= last && count < MONTHS_MAX; count++) {
      listed.add(month);
      month = addMonths(month, 1);
    }
  return [...listed].sort();
}

/** `nov`, `dec`, `jan 2027`, `feb`: the year is written where it changes. */
export function monthLabels(months: readonly string[], today: string): string[] {
  return months.map((month, index) => {
    const previous = months[index - 1] ?? today;
    const { month: name } = dateBadgeParts(`${month}-01`);
    return month.slice(0, 4) === previous.slice(0, 4) ? name : `${name} ${month.slice(0, 4)}`;
  });
}
