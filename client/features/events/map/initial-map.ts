import { useQueryClient } from '@tanstack/react-query';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { createFilter, type EventFilter, type FilterContext } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';

export type InitialMap = {
  shown: number;
  events: readonly LocatedEvent[];
};

/** The list next to the map shows about six. */
const INITIAL_EVENT_COUNT = 7;

export const initialMapKey = (filter: EventFilter, today: string) =>
  ['initial-map', writeFilter(filter), today] as const;

/** Undefined for another filter or day. */
export const useInitialMap = (filter: EventFilter, today: string): InitialMap | undefined =>
  useQueryClient().getQueryData<InitialMap>(initialMapKey(filter, today));

export function initialMap(
  events: readonly LocatedEvent[],
  filter: EventFilter,
  context: FilterContext<LocatedEvent>,
): InitialMap {
  const shown = events.filter(createFilter(filter, context));
  return { shown: shown.length, events: shown.slice(0, INITIAL_EVENT_COUNT) };
}
