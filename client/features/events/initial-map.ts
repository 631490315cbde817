import { useQueryClient } from '@tanstack/react-query';
import type { LocatedEvent } from '../../../src/features/events/contract';
import { type EventFilter, filterFor, NO_FILTER } from '../../../src/features/events/rules';
import { writeFilter } from './filter-url';

/** The beginning of the map's list, which the server renders. The client fetches the rest and draws the map. */
export type InitialMap = {
  /** How many events pass the filters. */
  shown: number;
  events: readonly LocatedEvent[];
};

/** The list beside the map shows six or so. */
const INITIAL = 7;

/** The filters that the map has. */
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

/** The key in the query cache. Other filters or another day have another map. */
export const initialMapKey = (filters: MapFilters, today: string) =>
  ['initial-map', writeMapFilter(filters), today] as const;

/** The beginning of the map as the server sent it; undefined for other filters and on another day. */
export const useInitialMap = (filters: MapFilters, today: string): InitialMap | undefined =>
  useQueryClient().getQueryData<InitialMap>(initialMapKey(filters, today));

export function initialMap(events: readonly LocatedEvent[], filters: MapFilters, today: string): InitialMap {
  const shown = shownOnMap(events, filters, today);
  return { shown: shown.length, events: shown.slice(0, INITIAL) };
}
