import { useMemo } from 'react';
import type { AnnouncementFilter } from '../../../src/features/announcements/rules';
import { trpc } from '../../platform/api/trpc';
import { useUrlState } from '../../platform/navigation/use-url-state';
import { useToday } from '../../platform/page/clock';
import { useUnhurried } from '../../ui/use-unhurried';
import { readFilter, writeFilter } from './filter-url';
import { marketViewOf, useInitialMarket } from './market-view';

const FORMAT = { read: readFilter, write: writeFilter };

/** The ads of the market under its filters, which stand in the URL. */
export function useMarket() {
  const query = trpc.public.announcements.list.useQuery();
  const [filter, change] = useUrlState(FORMAT);
  const all = useUnhurried(query.data);
  const initial = useInitialMarket(filter, useToday());
  const whole = useMemo(() => all && marketViewOf(all, filter), [all, filter]);
  return {
    filter,
    /** Each choice is an entry of the history. */
    change: (part: Partial<AnnouncementFilter>) => change(part, 'push'),
    /** Undefined while nothing is known. */
    view: whole ?? initial,
    isFailed: query.isError && !query.data,
    isFetching: query.isFetching,
    /** Fetches the ads again, if that failed. */
    retry: () => query.isError && query.refetch(),
    /** The ad with this id, if it is there. */
    find: (id: string) => query.data?.find((ad) => ad.id === id),
  };
}
