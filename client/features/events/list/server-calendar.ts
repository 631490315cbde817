import { type EventFilter, firstPastYear } from '#src/features/events/filter/filter.ts';
import type { CalendarEvent, EventPages, UpcomingEvents } from '#src/features/events/list/contract.ts';
import { eventsOf, joinEvents } from '#src/features/events/list/rules.ts';
import { understandSearch } from '#src/features/events/search/with-places.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { READS, type Reads } from '#src/shared/rendering.ts';

const upcomingIn = (reads: Reads) => reads[READS.upcoming] as UpcomingEvents;

/** The years with past events that a filter needs, and those of races that a search without hits offers. */
function pastYearsOf(filter: EventFilter, { past }: UpcomingEvents, today: string) {
  const first = firstPastYear(filter, understandSearch(filter.q, today), today);
  const offered = filter.q.trim() ? String(Number(today.slice(0, 4)) - 1) : undefined;
  const since = (year: string | undefined) =>
    past.flatMap((one) => (year !== undefined && one.year >= year ? [one.year] : []));
  return {
    needed: since(first),
    offered: since([first, offered].filter((year) => year !== undefined).sort()[0]),
  };
}

/** The cached reads of past events that a page with the filter needs. */
export const pastReadsOf = (filter: EventFilter, reads: Reads, now: Date): string[] =>
  pastYearsOf(filter, upcomingIn(reads), dayInStockholm(now)).offered.map(READS.past);

type ServerCalendar = {
  /** Those that the filter chooses from. */
  events: readonly CalendarEvent[];
  /** With the past ones that a search without hits offers. */
  offered: () => readonly CalendarEvent[];
  /** The number of all events of the calendar. */
  total: number;
};

/** What {@link pastReadsOf} and the upcoming events say. */
export function calendarIn(filter: EventFilter, reads: Reads, today: string): ServerCalendar {
  const upcoming = upcomingIn(reads);
  const { needed, offered } = pastYearsOf(filter, upcoming, today);
  const eventsSince = (years: readonly string[]) =>
    joinEvents(
      years.map((year) => reads[READS.past(year)] as EventPages),
      upcoming,
    );
  return {
    events: eventsSince(needed),
    offered: () => eventsSince(offered),
    total: upcoming.past.reduce((sum, { count }) => sum + count, eventsOf(upcoming).length),
  };
}

/** The lists of events among the reads. */
export const listsIn = (reads: Reads): EventPages[] =>
  Object.entries(reads).flatMap(([name, content]) =>
    name === READS.upcoming || name.startsWith(READS.past('')) ? [content as EventPages] : [],
  );
