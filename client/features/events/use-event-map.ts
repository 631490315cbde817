import { useMemo } from 'react';
import { trpc } from '../../platform/api/trpc';
import { useToday } from '../../platform/page/clock';
import { useDeferred } from '../../ui/use-deferred';
import { filterMapEvents, useInitialMap } from './initial-map';
import { useFilter } from './use-filter';

export function useEventMap() {
  const [{ date, sport }, change] = useFilter();
  const today = useToday();
  const query = trpc.public.events.coordinates.useQuery();
  const allEvents = useDeferred(query.data);
  const isPending = !allEvents && !query.isLoadingError;
  const events = useMemo(
    () => filterMapEvents(allEvents ?? [], { date, sport }, today),
    [allEvents, date, sport, today],
  );
  const initial = useInitialMap({ date, sport }, today);
  return {
    filter: { date, sport },
    change,
    events,
    initial: isPending ? initial?.events : undefined,
    /** Undefined while unknown. */
    count: allEvents ? events.length : isPending ? initial?.shown : undefined,
    isPending,
    isFailed: query.isLoadingError,
    isEmpty: !allEvents?.length,
    isFetching: query.isFetching,
    retry: query.refetch,
  };
}
