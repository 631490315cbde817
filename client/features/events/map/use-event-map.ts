import { useMemo } from 'react';
import { createFilter, NO_FILTER, placeOf } from '#src/features/events/filter/filter.ts';
import type { MappedEvent } from '#src/features/events/list/contract.ts';
import { boxAround } from '#src/shared/geo.ts';
import { type FilteredEvents, useEventFilter } from '../filter/use-event-filter.ts';
import { latestFirst, useInitialMap } from './initial-map.ts';
import { mappedEventsOf } from './mapped-events.ts';

export function useEventMap() {
  const filtered = useEventFilter(mappedEventsOf);
  const { events: all, loading } = filtered;
  const isPending = !loading.hasFailed && (loading.isPending || filtered.isLoading);
  const initial = useInitialMap(filtered.props.filter, filtered.today);
  const area = useArea(all, filtered);
  return {
    filtered,
    area,
    events: useMemo(() => latestFirst(filtered.shown, filtered.applied), [filtered.shown, filtered.applied]),
    initial: isPending || loading.hasFailed ? initial?.events : undefined,
    /** Undefined while unknown. */
    count: isPending ? initial?.shown : loading.hasFailed ? undefined : filtered.shown.length,
    isPending,
    isFailed: loading.hasFailed,
    isEmpty: all.length === 0,
    isFetching: loading.isFetching,
    retry: loading.retry,
  };
}

/** The bounding box of all events in the chosen landskap or near the chosen place, whatever the other filters are. */
function useArea(
  events: readonly MappedEvent[],
  { applied, understood, near, today }: FilteredEvents<MappedEvent>,
) {
  const { landskap } = applied;
  const { near: place, within } = placeOf(applied, understood);
  return useMemo(() => {
    const isInPlace = createFilter(
      { ...NO_FILTER, date: 'all', landskap, near: place, within },
      { today, kilometres: near.kilometres },
    );
    const isChosen = !!landskap || (!!place && !!near.kilometres);
    return {
      key: [landskap, place, within].join('|'),
      bounds: isChosen ? boxAround(events.filter(isInPlace)) : undefined,
    };
  }, [events, landskap, place, within, near.kilometres, today]);
}
