import { useQueryClient } from '@tanstack/react-query';
import type { LocatedEvent } from '../../../src/features/events/contract';
import { createFilter, type EventFilter, NO_FILTER } from '../../../src/features/events/rules';
import { writeFilter } from './filter-url';

export type InitialMap = {
  shown: number;
  events: readonly LocatedEvent[];
};

/** The list next to the map shows about six. */
const INITIAL = 7;

export type MapFilters = Pick<EventFilter, 'date' | 'sport'>;

export const writeMapFilter = ({ date, sport }: MapFilters): string =>
  writeFilter({ ...NO_FILTER, date, sport });

export function shownOnMap(
  events: readonly LocatedEvent[],
  { date, sport }: MapFilters,
  today: string,
): LocatedEvent[] {
  const passes = createFilter({ ...NO_FILTER, date, sport }, today);
  return events.filter((event) => passes(event, () => ''));
}

export const initialMapKey = (filters: MapFilters, today: string) =>
  ['initial-map', writeMapFilter(filters), today] as const;

/** Undefined for other filters or another day. */
export const useInitialMap = (filters: MapFilters, today: string): InitialMap | undefined =>
  useQueryClient().getQueryData<InitialMap>(initialMapKey(filters, today));

export function initialMap(events: readonly LocatedEvent[], filters: MapFilters, today: string): InitialMap {
  const shown = shownOnMap(events, filters, today);
  return { shown: shown.length, events: shown.slice(0, INITIAL) };
}
