import { trpc } from '../../platform/api/trpc';
import { useDeferred } from '../../ui/use-deferred';
import { useEventFilter } from './filter/use-event-filter';
import { useInitialMap } from './initial-map';

const NO_EVENTS = [] as const;

export function useEventMap() {
  const query = trpc.public.events.coordinates.useQuery();
  const all = useDeferred(query.data);
  const isPending = !all && !query.isLoadingError;
  const filtered = useEventFilter(all ?? NO_EVENTS, { isComplete: false });
  const initial = useInitialMap(filtered.props.filter, filtered.today);
  return {
    filtered,
    events: filtered.shown,
    initial: isPending ? initial?.events : undefined,
    /** Undefined while unknown. */
    count: all ? filtered.shown.length : isPending ? initial?.shown : undefined,
    total: all?.length,
    isPending,
    isFailed: query.isLoadingError,
    isEmpty: !all?.length,
    isFetching: query.isFetching,
    retry: query.refetch,
  };
}
