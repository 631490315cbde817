import { useQueryClient } from '@tanstack/react-query';
import type { LocatedEvent } from '../../../src/features/events/contract';
import { createFilter, type EventFilter, NO_FILTER } from '../../../src/features/events/rules';
import { writeFilter } from './filter-url';

export type InitialMap = {
  shown: number;
  events: readonly LocatedEvent[];
};

/** The list next to the map shows about six. */
const INITIAL_EVENT_COUNT = 7;

export type MapFilters = Pick<EventFilter, 'date' | 'sport'>;

export const writeMapFilter = ({ date, sport }: MapFilters): string =>
  writeFilter({ ...NO_FILTER, date, sport });

export function filterMapEvents(
  events: readonly LocatedEvent[],
  { date, sport }: MapFilters,
  today: string,
): LocatedEvent[] {
  const matches = createFilter({ ...NO_FILTER, date, sport }, today);
  return events.filter((event) => matches(event, () => ''));
}

export const initialMapKey = (filters: MapFilters, today: string) =>
  ['initial-map', writeMapFilter(filters), today] as const;

/** Undefined for other filters or another day. */
export const useInitialMap = (filters: MapFilters, today: string): InitialMap | undefined =>
  useQueryClient().getQueryData<InitialMap>(initialMapKey(filters, today));

export function initialMap(events: readonly LocatedEvent[], filters: MapFilters, today: string): InitialMap {
  const matchingEvents = filterMapEvents(events, filters, today);
  return { shown: matchingEvents.length, events: matchingEvents.slice(0, INITIAL_EVENT_COUNT) };
}
