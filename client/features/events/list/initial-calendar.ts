import { useQueryClient } from '@tanstack/react-query';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { createFilter, type EventFilter, type FilterContext } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
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

/** The events are sorted. */
export function initialCalendar(
  events: readonly PublicEvent[],
  announcements: readonly PublicAnnouncement[],
  filter: EventFilter,
  context: FilterContext<PublicEvent>,
): InitialCalendar {
  const shown = events.filter(createFilter(filter, context));
  const sections = takeInitialEvents(sectionsOf(shown, { filter, ...context }));
  const counts = countByEvent(announcements);
  const ids = sections.flatMap((section) => section.events.map(({ id }) => id));
  return {
    sections,
    counts: Object.fromEntries(ids.flatMap((id) => (counts.has(id) ? [[id, counts.get(id)!]] : []))),
    shown: shown.length,
    total: events.length,
  };
}

function takeInitialEvents(sections: readonly Section[]): Section[] {
  let remainingCount = INITIAL_EVENT_COUNT;
  return sections.flatMap((section) => {
    const events = section.events.slice(0, remainingCount);
    remainingCount -= events.length;
    return events.length > 0 ? [{ ...section, events }] : [];
  });
}

/** When the next stamp appears or disappears, in milliseconds since the epoch. */
export function nextStampChange(events: readonly PublicEvent[], now: Date): number | undefined {
  const changes = events
    .flatMap((event) => (event.banner_text ? [event.banner_start_date, event.banner_end_date] : []))
    .map((time) => Date.parse(time ?? ''))
    .filter((time) => time >= now.getTime());
  return changes.length > 0 ? Math.min(...changes) : undefined;
}
