import { useMemo } from 'react';
import { isUpcoming } from '../../../../src/features/events/rules';
import { trpc } from '../../../platform/api/trpc';
import { useToday } from '../../../platform/page/clock';

export type UpcomingEvents = ReturnType<typeof useUpcomingEvents>;

/** The events that an ad can be made for: those to come, soonest first (D35). */
export function useUpcomingEvents() {
  const { data, isPending, isError, isFetching, refetch } = trpc.public.events.list.useQuery();
  const today = useToday();
  const upcoming = useMemo(() => (data ?? []).filter((event) => isUpcoming(event, today)), [data, today]);
  return { upcoming, isPending, isError: isError && !data, isFetching, retry: () => void refetch() };
}
