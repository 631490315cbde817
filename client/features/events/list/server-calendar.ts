import {
  type EventFilter,
  type PastYears,
  pastYearsOf,
  withOfferedYears,
} from '#src/features/events/filter/filter.ts';
import type { CalendarEvent, EventPages, UpcomingEvents } from '#src/features/events/list/contract.ts';
import { eventsOf, joinEvents } from '#src/features/events/list/rules.ts';
import type { Search } from '#src/features/events/search/find.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { understandSearch } from '#src/features/events/search/with-places.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { READS, type Reads } from '#src/shared/rendering.ts';

const upcomingIn = (reads: Reads) => reads[READS.upcoming] as UpcomingEvents;

/** The years with past events that a filter needs, and those of races that a search without hits offers. */
function yearsOf(filter: EventFilter, { past }: UpcomingEvents, today: string) {
  const years = pastYearsOf(filter, understandSearch(filter.q, today), today);
  const listed = (range: PastYears | undefined) =>
    past.flatMap(({ year }) => (range && year >= range.first && year <= range.last ? [year] : []));
  return { needed: listed(years), offered: listed(withOfferedYears(filter, years, today)) };
}

/** The cached reads of past events that a page with the filter needs. */
export const pastReadsOf = (filter: EventFilter, reads: Reads, now: Date): string[] =>
  yearsOf(filter, upcomingIn(reads), dayInStockholm(now)).needed.map(READS.past);

/** Also those of the races that a search without hits offers. */
export const offeredReadsOf = (filter: EventFilter, reads: Reads, now: Date): string[] =>
  yearsOf(filter, upcomingIn(reads), dayInStockholm(now)).offered.map(READS.past);

type ServerCalendar = {
  /** Those that the filter chooses from. */
  events: readonly CalendarEvent[];
  /** With the past ones that a search without hits offers. Needs {@link offeredReadsOf}. */
  offered: () => readonly CalendarEvent[];
  /** The number of all events of the calendar. */
  total: number;
};

/** The events for the filter, from the reads of {@link pastReadsOf}. */
export function calendarIn(filter: EventFilter, reads: Reads, today: string): ServerCalendar {
  const upcoming = upcomingIn(reads);
  const { needed, offered } = yearsOf(filter, upcoming, today);
  const eventsIn = (years: readonly string[]) =>
    joinEvents(
      years.map((year) => reads[READS.past(year)] as EventPages),
      upcoming,
    );
  return {
    events: eventsIn(needed),
    offered: () => eventsIn(offered),
    total: upcoming.past.reduce((sum, { count }) => sum + count, eventsOf(upcoming).length),
  };
}

export type Searches = Iterable<Pick<Search<unknown>, 'prepare'>>;

/** What a text search of the calendar searches: the races of the filter, and those that it offers without hits. */
export function* searchesIn(filter: EventFilter, reads: Reads, now: Date): Generator<Search<CalendarEvent>> {
  const { events, offered } = calendarIn(filter, reads, dayInStockholm(now));
  yield searchOf(events);
  yield searchOf(offered());
}

/** The lists of events among the reads. */
export const listsIn = (reads: Reads): EventPages[] =>
  Object.entries(reads).flatMap(([name, content]) =>
    name === READS.upcoming || name.startsWith(READS.past('')) ? [content as EventPages] : [],
  );
