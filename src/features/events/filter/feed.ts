import { addDaysTo } from '#src/shared/dates.ts';
import type { Understood } from '../search/understand.ts';
import { hasPeriod } from './active.ts';
import { type EventFilter, NO_FILTER } from './filter.ts';
import { MY_POSITION } from './place.ts';
import { writeFilter } from './url.ts';

/** What others can follow of a filter. The visitor's own position is never sent, and a feed has one order. */
export function feedFilterOf(filter: EventFilter): EventFilter {
  const { within, sort } = NO_FILTER;
  return filter.near === MY_POSITION ? { ...filter, near: '', within, sort } : { ...filter, sort };
}

/** Canonical. */
export const feedQueryOf = (filter: EventFilter): string => writeFilter(feedFilterOf(filter));

/** What a watch looks at, in a canonical form. Past races are never news, so `date` is left out. */
export const watchedFilterOf = (filter: EventFilter): EventFilter => ({
  ...feedFilterOf(filter),
  q: filter.q.trim().replace(/\s+/g, ' '),
  date: hasPeriod(filter) ? 'all' : NO_FILTER.date,
  distance: [...filter.distance].sort(),
});

/** The last day of the races that a filter can find. Empty without an end. */
export const lastDayOfFilter = ({ period }: Pick<EventFilter, 'period'>, { days }: Understood): string =>
  [period.to, days.to].filter(Boolean).sort()[0] ?? '';

/** How long a race stays in feeds after it was run, so that its result and last changes arrive. */
const PAST_DAYS = 30;

/** Without a chosen date, or one in the search, the filter also finds the races of the last 30 days. */
export const withRecentRaces = (filter: EventFilter, understood: Understood, today: string): EventFilter =>
  hasPeriod(filter) || understood.includesPast
    ? filter
    : { ...filter, date: 'all', period: { from: addDaysTo(today, -PAST_DAYS), to: '' } };
