import { useMemo } from 'react';
import { type AnnouncementCounts, countByEvent } from '../../../src/features/announcements/rules';
import type { PublicEvent } from '../../../src/features/events/contract';
import { trpc } from '../../platform/api/trpc';

/** State of the calendar data. */
export type Calendar = {
  events: readonly PublicEvent[] | undefined;
  /** The number of ads of each type, by event id. */
  counts: ReadonlyMap<string, AnnouncementCounts>;
  isPending: boolean;
  /** The fetch failed and there is no earlier data. */
  hasFailed: boolean;
  isFetching: boolean;
  refetch: () => void;
};

/** The events and their ad counts. Waits for both, so that no card grows when the counts arrive. */
export function useCalendar(): Calendar {
  const { data, isLoadingError, isFetching, refetch, ...events } = trpc.public.events.list.useQuery();
  const ads = trpc.public.announcements.list.useQuery();
  const isPending = events.isPending || ads.isPending;
  const counts = useMemo(() => countByEvent(ads.data ?? []), [ads.data]);
  return useMemo(
    () => ({
      events: data,
      counts,
      isPending,
      hasFailed: isLoadingError && !isPending,
      isFetching,
      refetch: () => void refetch(),
    }),
    [data, counts, isPending, isLoadingError, isFetching, refetch],
  );
}
