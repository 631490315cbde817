import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { feedQueryOf } from '#src/features/events/filter/feed.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { isListedSelection } from '#src/features/events/filter/selection.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { PageHead } from '#src/shared/rendering.ts';
import { formatCount } from '#src/shared/text.ts';
import type { InitialCalendar } from './initial-calendar.ts';

const NAMED_RACES = 3;

/** Undefined without a filter. */
export function calendarHead(
  filter: EventFilter,
  { sections, shown }: InitialCalendar,
  today: string,
): PageHead | undefined {
  const title = nameOfSelection(filter, today);
  if (!title) return undefined;
  const shared = { title, sport: filter.sport, feedQuery: feedQueryOf(filter) };
  if (shown === 0 || !isListedSelection(filter)) return { ...shared, isUnlisted: true };
  const next = sections.flatMap(({ events }) => events.map(({ event_name }) => event_name));
  const names = next.slice(0, NAMED_RACES).join(', ');
  return {
    ...shared,
    description: `${title}: ${formatCount(shown)} kommande lopp med datum, plats, distanser och anmälan. Närmast: ${names}.`,
    path: `/?${writeFilter(filter)}`,
  };
}
