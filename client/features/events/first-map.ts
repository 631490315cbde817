import type { LocatedEvent } from '../../../src/features/events/contract';
import { type EventFilter, filterFor, NO_FILTER } from '../../../src/features/events/rules';
import { dayInStockholm } from '../../../src/shared/dates';
import type { FirstMap } from '../../../src/shared/first-page';
import { firstPage, renderedAt } from '../../platform/first-page';
import { writeFilter } from './filter-url';

/** What the list beside the map shows of itself, and a little more. */
const FIRST = 7;

/** Of the filters the map has two. */
export type MapFilters = Pick<EventFilter, 'date' | 'sport'>;

export const writeMapFilter = ({ date, sport }: MapFilters): string =>
  writeFilter({ ...NO_FILTER, date, sport });

/** The events that the map shows under its filters. */
export function shownOnMap(
  events: readonly LocatedEvent[],
  { date, sport }: MapFilters,
  today: string,
): LocatedEvent[] {
  const passes = filterFor({ ...NO_FILTER, date, sport }, today);
  return events.filter((event) => passes(event, () => ''));
}

/** What the map begins with. */
export function firstMap(events: readonly LocatedEvent[], filters: MapFilters, now: Date): FirstMap {
  const shown = shownOnMap(events, filters, dayInStockholm(now));
  return { filter: writeMapFilter(filters), shown: shown.length, events: shown.slice(0, FIRST) };
}

/** The map as it came with the page, when it is what these filters show today. */
export function firstOnMap(filters: MapFilters, today: string): FirstMap | undefined {
  const map = firstPage()?.map;
  if (!map || map.filter !== writeMapFilter(filters)) return undefined;
  return dayInStockholm(renderedAt() ?? new Date()) === today ? map : undefined;
}
