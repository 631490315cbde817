import { useMemo } from 'react';
import { type AnnouncementCounts, countByEvent } from '../../../src/features/announcements/rules';
import type { PublicEvent } from '../../../src/features/events/contract';
import { trpc } from '../../platform/api/trpc';

/** What the calendar shows, as far as it has been fetched. */
export type Calendar = {
  events: readonly PublicEvent[] | undefined;
  /** The number of ads of each type, by event id. */
  counts: ReadonlyMap<string, AnnouncementCounts>;
  isPending: boolean;
  /** The events could not be fetched, and there are none from an earlier fetch. */
  hasFailed: boolean;
  isFetching: boolean;
  refetch: () => void;
};

/** The events and the counts of their ads. Both are awaited together, so that no card grows when the counts arrive. */
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
