import { useQueryClient } from '@tanstack/react-query';
import type { PublicAnnouncement } from '../../../src/features/announcements/contract';
import { type AnnouncementCounts, countByEvent } from '../../../src/features/announcements/rules';
import type { PublicEvent } from '../../../src/features/events/contract';
import { compareEvents } from '../../../src/features/events/rules';
import { createFilter, type EventFilter } from './filter/filter';
import { writeFilter } from './filter/url';

export type InitialCalendar = {
  events: readonly PublicEvent[];
  /** Number of matching events per month of those events, by `YYYY-MM`. */
  months: Record<string, number>;
  /** Number of open ads of those events, by event id. */
  counts: Record<string, AnnouncementCounts>;
  shown: number;
  total: number;
};

export const initialCalendarKey = (filter: EventFilter, today: string) =>
  ['initial-calendar', writeFilter(filter), today] as const;

/** Undefined for another filter or day. */
export const useInitialCalendar = (filter: EventFilter, today: string): InitialCalendar | undefined =>
  useQueryClient().getQueryData<InitialCalendar>(initialCalendarKey(filter, today));

/** Fills two phone screens or one desktop screen. Each further card delays the first paint. */
const INITIAL_EVENT_COUNT = 8;

/** Ignores the text search of the filter. */
export function initialCalendar(
  events: readonly PublicEvent[],
  announcements: readonly PublicAnnouncement[],
  filter: EventFilter,
  today: string,
): InitialCalendar {
  const matchingEvents = events.filter(createFilter(filter, { today }));
  const firstEvents = firstEventsOf(matchingEvents);
  const months: Record<string, number> = {};
  for (const event of firstEvents) months[monthOf(event)] = 0;
  for (const event of matchingEvents) {
    const count = months[monthOf(event)];
    if (count !== undefined) months[monthOf(event)] = count + 1;
  }
  const counts = countByEvent(announcements);
  return {
    events: firstEvents,
    months,
    counts: Object.fromEntries(
      firstEvents.flatMap(({ id }) => (counts.has(id) ? [[id, counts.get(id)!]] : [])),
    ),
    shown: matchingEvents.length,
    total: events.length,
  };
}

const monthOf = (event: PublicEvent) => event.event_date.slice(0, 7);

/** Sorts only the events that can be among the first. */
function firstEventsOf(events: readonly PublicEvent[]): PublicEvent[] {
  const days = events.map(({ event_date }) => event_date).sort();
  const lastDay = days[Math.min(INITIAL_EVENT_COUNT, days.length) - 1] ?? '';
  return events
    .filter(({ event_date }) => event_date <= lastDay)
    .sort(compareEvents)
    .slice(0, INITIAL_EVENT_COUNT);
}

/** In milliseconds since the epoch. */
export function nextStampChange(events: readonly PublicEvent[], now: Date): number | undefined {
  const changes = events
    .flatMap((event) => (event.banner_text ? [event.banner_start_date, event.banner_end_date] : []))
    .map((time) => Date.parse(time ?? ''))
    .filter((time) => time >= now.getTime());
  return changes.length > 0 ? Math.min(...changes) : undefined;
}
