import { useMemo } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';
import { isUpcoming } from '#src/features/events/rules.ts';

export type UpcomingEvents = ReturnType<typeof useUpcomingEvents>;

/** Ads for past events are rejected. */
export function useUpcomingEvents() {
  const { data, isPending, isError, isFetching, refetch } = trpc.public.events.upcoming.useQuery();
  const today = useToday();
  const upcoming = useMemo(
    () => (data ? eventsOf(data).filter((event) => isUpcoming(event, today)) : []),
    [data, today],
  );
  return { upcoming, isPending, isError: isError && !data, isFetching, retry: () => void refetch() };
}
