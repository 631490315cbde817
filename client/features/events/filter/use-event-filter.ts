import { useCallback, useEffect, useMemo } from 'react';
import type { ChangeUrl } from '#client/platform/navigation/use-url-state.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { useAfterPaint } from '#client/ui/use-after-paint.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { keepAvailableChoices } from '#src/features/events/filter/distance.ts';
import {
  createFilter,
  type EventFilter,
  type FilterContext,
  NO_FILTER,
  placeOf,
} from '#src/features/events/filter/filter.ts';
import type { Found } from '#src/features/events/search/ranks.ts';
import type { Understood } from '#src/features/events/search/understand.ts';
import type { FilterProps } from './props.ts';
import { useFilter } from './use-filter.ts';
import { type Near, useNear } from './use-near.ts';
import { usePrecomputeSearch } from './use-precompute-search.ts';
import { useSearch } from './use-search.ts';

export type FilteredEvents<Event> = {
  /** For the controls. */
  props: FilterProps;
  change: ChangeUrl<EventFilter>;
  clear: () => void;
  /** The filter that `shown` was computed with: the changed controls are painted first. */
  applied: EventFilter;
  shown: readonly Event[];
  understood: Understood;
  /** The search is not ready, so `shown` are too many. */
  isLoading: boolean;
  found: Found<Event> | undefined;
  near: Near;
  today: string;
};

/**
 * The filter of the list and of the map. `events` must be stable between renders, and empty until they are loaded.
 * `isComplete` is false if the calendar has more events, such as those without a position on the map.
 */
export function useEventFilter<Event extends PublicEvent>(
  events: readonly Event[],
  { isComplete = true } = {},
): FilteredEvents<Event> {
  const [filter, change] = useFilter();
  const today = useToday();
  const applied = useAfterPaint(filter);
  const { module, understood, isLoading } = useSearch(applied.q, today);
  const search = useMemo(() => module?.searchOf(events), [module, events]);
  usePrecomputeSearch(search);
  const near = useNear(placeOf(filter, understood).near);
  const found = useMemo(() => search?.find(understood), [search, understood]);
  const context = useMemo(
    (): FilterContext<Event> => ({ today, found, kilometres: near.kilometres }),
    [today, found, near.kilometres],
  );
  const shown = useMemo(() => events.filter(createFilter(applied, context)), [events, applied, context]);

  // Remove distances in the URL that the sport does not have: they would filter without being visible.
  useEffect(() => {
    if (events.length === 0 || !isComplete) return;
    const distance = keepAvailableChoices(filter.distance, events, filter.sport);
    if (distance.length < filter.distance.length) change({ distance }, 'replace');
  }, [events, isComplete, filter.distance, filter.sport, change]);

  const onSport = useCallback(
    // Before the events are loaded, valid distances are unknown; the effect above checks them later.
    (sport: string) =>
      change(
        events.length === 0
          ? { sport }
          : { sport, distance: keepAvailableChoices(filter.distance, events, sport) },
      ),
    [change, events, filter.distance],
  );
  const clear = useCallback(() => change(NO_FILTER), [change]);
  // The controls only read what every event has.
  const props = { filter, onChange: change, onSport, events, context: context as FilterContext<PublicEvent> };
  return { props, change, clear, applied, understood, isLoading, shown, found, near, today };
}
