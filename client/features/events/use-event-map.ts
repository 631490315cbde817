import { useMemo } from 'react';
import { trpc } from '../../platform/api/trpc';
import { useToday } from '../../platform/page/clock';
import { useDeferred } from '../../ui/use-deferred';
import { shownOnMap, useInitialMap } from './initial-map';
import { useFilter } from './use-filter';

export function useEventMap() {
  const [{ date, sport }, change] = useFilter();
  const today = useToday();
  const query = trpc.public.events.coordinates.useQuery();
  const all = useDeferred(query.data);
  const isPending = !all && !query.isLoadingError;
  const events = useMemo(() => shownOnMap(all ?? [], { date, sport }, today), [all, date, sport, today]);
  const initial = useInitialMap({ date, sport }, today);
  return {
    filter: { date, sport },
    change,
    events,
    initial: isPending ? initial?.events : undefined,
    /** Undefined while unknown. */
    count: all ? events.length : isPending ? initial?.shown : undefined,
    isPending,
    isFailed: query.isLoadingError,
    isEmpty: !all?.length,
    isFetching: query.isFetching,
    retry: query.refetch,
  };
}
