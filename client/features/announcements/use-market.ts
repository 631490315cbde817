import { useMemo } from 'react';
import type { AnnouncementFilter } from '../../../src/features/announcements/rules';
import { trpc } from '../../platform/api/trpc';
import { useUrlState } from '../../platform/navigation/use-url-state';
import { useToday } from '../../platform/page/clock';
import { useDeferred } from '../../ui/use-deferred';
import { readFilter, writeFilter } from './filter-url';
import { marketViewOf, useInitialMarket } from './market-view';

const URL_FORMAT = { read: readFilter, write: writeFilter };

export function useMarket() {
  const query = trpc.public.announcements.list.useQuery();
  const [filter, change] = useUrlState(URL_FORMAT);
  const allAds = useDeferred(query.data);
  const initialView = useInitialMarket(filter, useToday());
  const fullView = useMemo(() => allAds && marketViewOf(allAds, filter), [allAds, filter]);
  return {
    filter,
    change: (part: Partial<AnnouncementFilter>) => change(part, 'push'),
    view: fullView ?? initialView,
    isFailed: query.isError && !query.data,
    isFetching: query.isFetching,
    retry: () => query.isError && query.refetch(),
    find: (id: string) => query.data?.find((ad) => ad.id === id),
  };
}
