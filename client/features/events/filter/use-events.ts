import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useDeferred } from '#client/ui/use-deferred.ts';
import type { PastYears } from '#src/features/events/filter/filter.ts';
import type { CalendarEvent } from '#src/features/events/list/contract.ts';
import { eventsOf, joinEvents } from '#src/features/events/list/rules.ts';

const NONE: readonly CalendarEvent[] = [];

export type Events = {
  /** The same list until something changes. Empty while the upcoming ones are pending. */
  events: readonly CalendarEvent[];
  /** The number of all events of the calendar. Undefined while it is unknown. */
  total: number | undefined;
  isPending: boolean;
  /** Some could not be fetched, and there is no earlier data. */
  hasFailed: boolean;
  isFetching: boolean;
  retry: () => void;
};

/** The upcoming events, and the past ones of the years. */
export function useEvents({ first, last }: Partial<PastYears> = {}): Events {
  const upcoming = trpc.public.events.upcoming.useQuery();
  const list = useDeferred(upcoming.data);
  const years = useMemo(
    () => list?.past.filter(({ year }) => first && last && year >= first && year <= last) ?? [],
    [list, first, last],
  );
  const utils = trpc.useUtils();
  const past = useQuery({
    // Starts with the key of the years, so that invalidating them also invalidates this. Other counts are another list.
    queryKey: [...getQueryKey(trpc.public.events.past), years],
    queryFn: () =>
      Promise.all(years.map(({ year }) => utils.public.events.past.fetch({ year }, { staleTime: 0 }))),
    enabled: years.length > 0,
    // Each year is tried again by itself.
    retry: false,
  });
  const pastYears = years.length > 0 ? past.data : undefined;
  const events = useMemo(() => (list ? joinEvents(pastYears ?? [], list) : NONE), [list, pastYears]);
  const isPastMissing = years.length > 0 && !pastYears;
  return {
    events,
    total: list?.past.reduce((sum, { count }) => sum + count, eventsOf(list).length),
    isPending:
      upcoming.isPending || (!list && !upcoming.isLoadingError) || (isPastMissing && !past.isLoadingError),
    hasFailed: upcoming.isLoadingError || (isPastMissing && past.isLoadingError),
    isFetching: upcoming.isFetching || past.isFetching,
    retry: () => void (upcoming.data ? past : upcoming).refetch(),
  };
}
