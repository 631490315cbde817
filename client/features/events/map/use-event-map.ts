import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useDeferred } from '#client/ui/use-deferred.ts';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { createFilter, NO_FILTER, placeOf } from '#src/features/events/filter/filter.ts';
import { boxAround } from '#src/shared/geo.ts';
import { type FilteredEvents, useEventFilter } from '../filter/use-event-filter.ts';
import { useInitialMap } from './initial-map.ts';

const NO_EVENTS = [] as const;

export function useEventMap() {
  const query = trpc.public.events.coordinates.useQuery();
  const all = useDeferred(query.data);
  const filtered = useEventFilter(all ?? NO_EVENTS, { isComplete: false });
  const isPending = !query.isLoadingError && (!all || filtered.isLoading);
  const initial = useInitialMap(filtered.props.filter, filtered.today);
  const area = useArea(all ?? NO_EVENTS, filtered);
  return {
    filtered,
    area,
    events: filtered.shown,
    initial: isPending ? initial?.events : undefined,
    /** Undefined while unknown. */
    count: isPending ? initial?.shown : all && filtered.shown.length,
    total: all?.length,
    isPending,
    isFailed: query.isLoadingError,
    isEmpty: !all?.length,
    isFetching: query.isFetching,
    retry: query.refetch,
  };
}

/** The bounding box of all events in the chosen landskap or near the chosen place, whatever the other filters are. */
function useArea(
  events: readonly LocatedEvent[],
  { applied, understood, near, today }: FilteredEvents<LocatedEvent>,
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
