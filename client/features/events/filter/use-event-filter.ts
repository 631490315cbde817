import { useCallback, useMemo } from 'react';
import type { ChangeUrl } from '#client/platform/navigation/use-url-state.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { useAfterPaint } from '#client/ui/use-after-paint.ts';
import { keepAvailableChoices } from '#src/features/events/filter/distance.ts';
import {
  createFilter,
  type EventFilter,
  type FilterContext,
  NO_FILTER,
  type PastYears,
  pastYearsOf,
  placeOf,
} from '#src/features/events/filter/filter.ts';
import type { CalendarEvent, ListedEvent } from '#src/features/events/list/contract.ts';
import type { Found } from '#src/features/events/search/ranks.ts';
import type { Understood } from '#src/features/events/search/understand.ts';
import type { FilterProps } from './props.ts';
import { type Events, useEvents } from './use-events.ts';
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
  /** What the filter chooses from. */
  events: readonly Event[];
  loading: Omit<Events, 'events'>;
  /** The past events among them. */
  pastYears: PastYears | undefined;
  shown: readonly Event[];
  understood: Understood;
  /** The search is not ready, so `shown` are too many. */
  isLoading: boolean;
  found: Found<Event> | undefined;
  near: Near;
  today: string;
};

/** The filter of the list and of the map. `choose` is the same function at each render. */
export function useEventFilter<Event extends CalendarEvent>(
  choose: (events: readonly CalendarEvent[]) => readonly Event[],
): FilteredEvents<Event> {
  const [filter, change] = useFilter();
  const today = useToday();
  const applied = useAfterPaint(filter);
  const { module, understood, isLoading } = useSearch(applied.q, today);
  const pastYears = pastYearsOf(applied, understood, today);
  const { events: all, ...loading } = useEvents(pastYears);
  const events = useMemo(() => choose(all), [choose, all]);
  const search = useMemo(() => module?.searchOf(events), [module, events]);
  usePrecomputeSearch(search);
  const near = useNear(placeOf(filter, understood).near, events);
  const found = useMemo(() => search?.find(understood), [search, understood]);
  const context = useMemo(
    (): FilterContext<Event> => ({ today, found, kilometres: near.kilometres }),
    [today, found, near.kilometres],
  );
  const shown = useMemo(() => events.filter(createFilter(applied, context)), [events, applied, context]);

  const isLoaded = !loading.isPending && !loading.hasFailed;
  const onSport = useCallback(
    // Before the events are loaded, valid distances are unknown. Past ones that the filter leaves out do not matter.
    (sport: string) =>
      change(isLoaded ? { sport, distance: keepAvailableChoices(filter.distance, all, sport) } : { sport }),
    [change, all, isLoaded, filter.distance],
  );
  const clear = useCallback(() => change(NO_FILTER), [change]);
  // The controls only read what every event has.
  const props = { filter, onChange: change, onSport, events, context: context as FilterContext<ListedEvent> };
  return {
    props,
    change,
    clear,
    applied,
    events,
    loading,
    pastYears,
    understood,
    isLoading,
    shown,
    found,
    near,
    today,
  };
}
