import { useQueryClient } from '@tanstack/react-query';
import { createFilter, type EventFilter, type FilterContext } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { MappedEvent } from '#src/features/events/list/contract.ts';

export type InitialMap = {
  shown: number;
  events: readonly MappedEvent[];
};

/** The list next to the map shows about six. */
const INITIAL_EVENT_COUNT = 7;

export const initialMapKey = (filter: EventFilter, today: string) =>
  ['initial-map', writeFilter(filter), today] as const;

/** Undefined for another filter or day. */
export const useInitialMap = (filter: EventFilter, today: string): InitialMap | undefined =>
  useQueryClient().getQueryData<InitialMap>(initialMapKey(filter, today));

/** Of past events the latest is first, as in the calendar. */
export const latestFirst = <Event>(events: readonly Event[], { date }: Pick<EventFilter, 'date'>) =>
  date === 'past' ? events.toReversed() : events;

export function initialMap(
  events: readonly MappedEvent[],
  filter: EventFilter,
  context: FilterContext<MappedEvent>,
): InitialMap {
  const shown = latestFirst(events.filter(createFilter(filter, context)), filter);
  return { shown: shown.length, events: shown.slice(0, INITIAL_EVENT_COUNT) };
}
