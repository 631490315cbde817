import { useCallback, useMemo } from 'react';
import { useNear } from '#client/features/events/filter/use-near.ts';
import { useSearch } from '#client/features/events/filter/use-search.ts';
import { trpc } from '#client/platform/api/trpc.ts';
import { isStepLayerOpen } from '#client/platform/navigation/back.ts';
import { useTypedText } from '#client/platform/navigation/use-typed-text.ts';
import { useUrlState } from '#client/platform/navigation/use-url-state.ts';
import { useToday } from '#client/platform/page/clock.ts';
import { useDeferred } from '#client/ui/use-deferred.ts';
import type { AnnouncementFilter } from '#src/features/announcements/filter/rules.ts';
import { waysOut } from '#src/features/announcements/filter/ways-out.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';
import { readFilter, readPrice, writeFilter, writePrice } from './filter-url.ts';
import { marketViewOf, useInitialMarket } from './market-view.ts';
import { toSearchedAd } from './search.ts';

export function useMarket() {
  const query = trpc.public.announcements.list.useQuery();
  const { filter, change } = useMarketFilter();
  const appliedFilter = useDeferred(filter);
  const allAds = useDeferred(query.data);
  const today = useToday();
  const initialView = useInitialMarket(appliedFilter, today);
  const { module, understood, isLoading } = useSearch(appliedFilter.q, today);
  const searchOf = useMemo(() => module?.searchOver(toSearchedAd), [module]);
  const near = understood.place?.near ?? '';
  const events = trpc.public.events.upcoming.useQuery(undefined, { enabled: !!near }).data;
  const { kilometres } = useNear(events ? near : '', events ? eventsOf(events) : []);
  const full = useMemo(() => {
    if (!allAds || isLoading) return undefined;
    const context = { found: searchOf?.(allAds).find(understood), kilometres };
    const view = marketViewOf(allAds, appliedFilter, context);
    return { view, ways: view.shown === 0 ? waysOut(allAds, { ...appliedFilter, ...context }) : [] };
  }, [allAds, appliedFilter, isLoading, searchOf, understood, kilometres]);
  return {
    filter,
    appliedFilter,
    change,
    understood,
    view: full?.view ?? initialView,
    /** If no ad passes the filter. */
    ways: full?.ways ?? [],
    isFailed: query.isError && !query.data,
    isFetching: query.isFetching,
    retry: () => query.isError && query.refetch(),
    /** False while only the server-rendered ads are known. */
    isComplete: !!query.data,
    find: (id: string) => query.data?.find((ad) => ad.id === id),
  };
}

const URL_FORMAT = { read: readFilter, write: writeFilter };

export type ChangeFilter = (part: Partial<AnnouncementFilter>) => void;

/**
 * The filter, kept in the URL so that it can be shared and Back works. A typed text is one history entry, however much
 * is typed. Any other change is an entry of its own, except in the open filter sheet.
 */
function useMarketFilter(): { filter: AnnouncementFilter; change: ChangeFilter } {
  const [urlFilter, setUrl] = useUrlState(URL_FORMAT);
  const writeTyped = (part: Partial<AnnouncementFilter>, isFirst: boolean) =>
    setUrl(part, isFirst && !isStepLayerOpen() ? 'push' : 'replace');
  const [q, typeSearch] = useTypedText(urlFilter.q, (q) => writeTyped({ q }, !urlFilter.q || !q.trim()));
  const urlPrice = writePrice(urlFilter.max_price);
  const [price, typePrice] = useTypedText(urlPrice, (text) =>
    writeTyped({ max_price: readPrice(text) }, !urlPrice || !text),
  );
  const filter = useMemo(() => ({ ...urlFilter, q, max_price: readPrice(price) }), [urlFilter, q, price]);

  const change = useCallback<ChangeFilter>(
    (part) => {
      const keys = Object.keys(part);
      if (keys.length === 1 && part.q !== undefined) typeSearch(part.q);
      else if (keys.length === 1 && part.max_price !== undefined) typePrice(writePrice(part.max_price));
      else setUrl(part, isStepLayerOpen() ? 'replace' : 'push');
    },
    [setUrl, typeSearch, typePrice],
  );
  return { filter, change };
}
