import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { type AnnouncementCounts, countByEvent } from '#src/features/announcements/filter/counts.ts';

export type Calendar = {
  counts: ReadonlyMap<string, AnnouncementCounts>;
  isPending: boolean;
};

/** Waits for events and ads, so that no card grows when the counts arrive. */
export function useCalendar(): Calendar {
  const events = trpc.public.events.upcoming.useQuery();
  const ads = trpc.public.announcements.list.useQuery();
  const isPending = events.isPending || ads.isPending;
  const counts = useMemo(() => countByEvent(ads.data ?? []), [ads.data]);
  return useMemo(() => ({ counts, isPending }), [counts, isPending]);
}
