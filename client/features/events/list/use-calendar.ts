import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';

export type Calendar = {
  events: readonly PublicEvent[] | undefined;
  counts: ReadonlyMap<string, AnnouncementCounts>;
  isPending: boolean;
  /** The fetch failed and there is no earlier data. */
  hasFailed: boolean;
  isFetching: boolean;
  refetch: () => void;
};

/** Waits for events and ads, so that no card grows when the counts arrive. */
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
