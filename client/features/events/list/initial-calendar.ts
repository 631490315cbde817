import { useQueryClient } from '@tanstack/react-query';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import { createFilter, type EventFilter, type FilterContext } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { type Section, sectionsOf } from '../filter/sections.ts';

export type InitialCalendar = {
  /** The first sections, with their first events. */
  sections: readonly Section[];
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

/** Without scripts, a link adds this number of events. */
const MORE_EVENTS = 24;
const EVENT_COUNT_MAX = 500;

/** The number of events that the server renders. */
export const initialCountOf = (params: URLSearchParams): number =>
  Math.min(Math.max(Math.trunc(Number(params.get('antal'))) || 0, INITIAL_EVENT_COUNT), EVENT_COUNT_MAX);

/** Of the address that {@link initialCountOf} reads. */
export function queryWithCount(query: string, count: number): string {
  return [query, count > INITIAL_EVENT_COUNT && `antal=${count}`].filter(Boolean).join('&');
}

/** The address with more events. Undefined if all of them are shown, or as many as there may be. */
export function queryOfMore(filter: EventFilter, { sections, shown }: InitialCalendar): string | undefined {
  const events = sections.flatMap((section) => section.events);
  const count = Math.min(events.length + MORE_EVENTS, EVENT_COUNT_MAX);
  return events.length < Math.min(shown, EVENT_COUNT_MAX)
    ? `?${queryWithCount(writeFilter(filter), count)}#event-${events.at(-1)?.id}`
    : undefined;
}

/** The events are sorted. */
export function initialCalendar(
  { events, total }: { events: readonly ListedEvent[]; total: number },
  announcements: readonly PublicAnnouncement[],
  filter: EventFilter,
  context: FilterContext<ListedEvent>,
  eventCount = INITIAL_EVENT_COUNT,
): InitialCalendar {
  const shown = events.filter(createFilter(filter, context));
  const sections = takeEvents(sectionsOf(shown, { filter, ...context }), eventCount);
  const counts = countByEvent(announcements);
  const ids = sections.flatMap((section) => section.events.map(({ id }) => id));
  return {
    sections,
    counts: Object.fromEntries(ids.flatMap((id) => (counts.has(id) ? [[id, counts.get(id)!]] : []))),
    shown: shown.length,
    total,
  };
}

function takeEvents(sections: readonly Section[], count: number): Section[] {
  let remainingCount = count;
  return sections.flatMap((section) => {
    const events = section.events.slice(0, remainingCount);
    remainingCount -= events.length;
    return events.length > 0 ? [{ ...section, events }] : [];
  });
}

/** When the next stamp appears or disappears, in milliseconds since the epoch. */
export function nextStampChange(events: readonly ListedEvent[], now: Date): number | undefined {
  const changes = events
    .flatMap((event) => (event.banner_text ? [event.banner_start_date, event.banner_end_date] : []))
    .map((time) => Date.parse(time ?? ''))
    .filter((time) => time >= now.getTime());
  return changes.length > 0 ? Math.min(...changes) : undefined;
}
