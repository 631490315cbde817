import { useMemo } from 'react';
import type { AnnouncementFilter } from '../../../src/features/announcements/rules';
import { trpc } from '../../platform/api/trpc';
import { useUrlState } from '../../platform/navigation/use-url-state';
import { useToday } from '../../platform/page/clock';
import { useDeferred } from '../../ui/use-deferred';
import { readFilter, writeFilter } from './filter-url';
import { marketViewOf, useInitialMarket } from './market-view';

const FORMAT = { read: readFilter, write: writeFilter };

export function useMarket() {
  const query = trpc.public.announcements.list.useQuery();
  const [filter, change] = useUrlState(FORMAT);
  const all = useDeferred(query.data);
  const initial = useInitialMarket(filter, useToday());
  const full = useMemo(() => all && marketViewOf(all, filter), [all, filter]);
  return {
    filter,
    change: (part: Partial<AnnouncementFilter>) => change(part, 'push'),
    view: full ?? initial,
    isFailed: query.isError && !query.data,
    isFetching: query.isFetching,
    retry: () => query.isError && query.refetch(),
    find: (id: string) => query.data?.find((ad) => ad.id === id),
  };
}
