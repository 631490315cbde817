import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { countByEvent } from '#src/features/announcements/filter/counts.ts';
import type { PublicBanner } from '#src/features/banners/contract.ts';
import type { ContactInfo } from '#src/features/contact/contract.ts';
import { hasPeriod } from '#src/features/events/filter/active.ts';
import { isAnyLength, isBucket } from '#src/features/events/filter/distance.ts';
import { distancesFrom, MY_POSITION } from '#src/features/events/filter/place.ts';
import { contextOf, findOrigin } from '#src/features/events/filter/select.ts';
import { readFilter, writeFilter } from '#src/features/events/filter/url.ts';
import { waysOut } from '#src/features/events/filter/ways-out.ts';
import type { ListedEvent, MappedEvent, UpcomingEvents } from '#src/features/events/list/contract.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';
import type { RacePage } from '#src/features/events/race/contract.ts';
import { searchOver } from '#src/features/events/search/find.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { mayNamePlace } from '#src/features/events/search/understand.ts';
import { understandSearch } from '#src/features/events/search/with-places.ts';
import type { MarketplaceSettings } from '#src/features/marketplace-settings/contract.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import type { Page } from '#src/shared/pages.ts';
import { type NeededReads, type PageHead, READS, type Reads } from '#src/shared/rendering.ts';
import {
  readFilter as readAdFilter,
  writeFilter as writeAdFilter,
} from './features/announcements/filter-url.ts';
import {
  initialMarket,
  initialMarketKey,
  isBoundedFilter as isBoundedAdFilter,
} from './features/announcements/market-view.ts';
import { toSearchedAd } from './features/announcements/search.ts';
import { initialAdKey } from './features/announcements/use-ad.ts';
import { understoodKey } from './features/events/filter/use-search.ts';
import { calendarHead } from './features/events/list/calendar-head.ts';
import {
  initialCalendar,
  initialCalendarKey,
  initialCountOf,
  nextStampChange,
  queryWithCount,
} from './features/events/list/initial-calendar.ts';
import { waysOutKey } from './features/events/list/no-matches.tsx';
import {
  calendarIn,
  offeredReadsOf,
  pastReadsOf,
  type Searches,
  searchesIn,
} from './features/events/list/server-calendar.ts';
import { initialMap, initialMapKey } from './features/events/map/initial-map.ts';
import { mappedEventsOf } from './features/events/map/mapped-events.ts';
import type { Race } from './features/events/race/race.ts';
import { raceHead } from './features/events/race/race-head.ts';
import { raceStructuredData } from './features/events/race/structured-data.ts';
import { type InitialCounts, initialCountsKey } from './features/events/race/use-race.ts';
import { trpc } from './platform/api/trpc.ts';

export type PrefetchInput = {
  reads: Reads;
  race: unknown;
  path: string;
  params: URLSearchParams;
  now: Date;
  siteUrl: string;
};

export type ServerPage = NeededReads & {
  /** The module whose files the page preloads. */
  source: string;
  /** Returns the canonical query, which is the cache key. Undefined if the server does not render the page. */
  queryOf: (params: URLSearchParams) => string | undefined;
  /** What it needs besides, by what was read. */
  moreReadsOf?: (params: URLSearchParams, reads: Reads, now: Date) => readonly string[];
  /** What a text search of the page searches, one after the other. */
  searchesOf?: (params: URLSearchParams, reads: Reads, now: Date) => Searches;
  /** Whether the page is kept for other visitors. Pages with unlimited values would displace the others. */
  isCacheable?: (params: URLSearchParams) => boolean;
  /**
   * `until`: when the page becomes stale, in milliseconds since the epoch. Returns undefined if there is no such page.
   */
  prefetch: (
    queryClient: QueryClient,
    input: PrefetchInput,
  ) => { until?: number | undefined; head?: PageHead | undefined } | undefined;
};

/** The visitor's own position is only known in the browser. */
function eventQueryOf(params: URLSearchParams): string | undefined {
  const filter = readFilter(params);
  return filter.near === MY_POSITION ? undefined : writeFilter(filter);
}

function calendarQueryOf(params: URLSearchParams): string | undefined {
  const query = eventQueryOf(params);
  return query === undefined ? undefined : queryWithCount(query, initialCountOf(params));
}

/** Searches, places, lengths, dates and exact distances have unlimited values. */
function isBoundedFilter(params: URLSearchParams): boolean {
  const filter = readFilter(params);
  const isUnbounded =
    !!filter.q ||
    !!filter.near ||
    hasPeriod(filter) ||
    !isAnyLength(filter.lengths) ||
    filter.distance.length > 1;
  return !isUnbounded && filter.distance.every(isBucket);
}

/** The latest edition is at the address of its series too. */
const RACE_PAGE: ServerPage = {
  source: 'client/pages/race.tsx',
  required: [READS.eventChanges],
  optional: [READS.ads],
  needsRace: true,
  queryOf: () => '',
  prefetch: (queryClient, { reads, race: page, path, now, siteUrl }) => {
    if (!page) return undefined;
    const [today, updatedAt] = [dayInStockholm(now), now.getTime()];
    const { event } = page as RacePage;
    queryClient.setQueryData(getQueryKey(trpc.public.events.race, { path }, 'query'), page as RacePage, {
      updatedAt,
    });
    const ads = reads[READS.ads] as readonly PublicAnnouncement[] | undefined;
    const initial: InitialCounts = { counts: countByEvent(ads ?? []).get(event.id) };
    // If the server could not read them, the client fetches them.
    if (ads) queryClient.setQueryData(initialCountsKey(path), initial, { updatedAt });
    const race: Race = { ...(page as RacePage), ...initial };
    const head = raceHead(race, path, today);
    const structuredData = raceStructuredData(race, { head, siteUrl, today });
    return { head: { ...head, structuredData }, until: nextStampChange([event], now) };
  },
};

const AD_PAGE: ServerPage = {
  source: 'client/pages/announcement.tsx',
  required: [READS.ads],
  optional: [],
  queryOf: () => '',
  prefetch: (queryClient, { reads, path, now }) => {
    const orderNumber = path.replace(/\/$/, '').split('/').at(-1) ?? '';
    const ads = reads[READS.ads] as readonly PublicAnnouncement[];
    const ad = ads.find(({ order_number }) => order_number === orderNumber);
    if (!ad) return undefined;
    queryClient.setQueryData(initialAdKey(orderNumber, dayInStockholm(now)), ad, {
      updatedAt: now.getTime(),
    });
    return {};
  },
};

const searchOfAds = searchOver(toSearchedAd);

const textPage = (source: string): ServerPage => ({
  source,
  required: [READS.contact],
  optional: [],
  queryOf: () => '',
  prefetch: (queryClient, { reads, now }) => {
    queryClient.setQueryData(
      getQueryKey(trpc.public.contact.info, undefined, 'query'),
      reads[READS.contact] as ContactInfo,
      { updatedAt: now.getTime() },
    );
    return {};
  },
});

export const SERVER_PAGES: Partial<Record<Page, ServerPage>> = {
  '/marketplace/annons/:orderNumber': AD_PAGE,
  '/privacy': textPage('client/pages/privacy.tsx'),
  '/rules': textPage('client/pages/rules.tsx'),
  '/lopp/:slug': RACE_PAGE,
  '/lopp/:slug/:edition': RACE_PAGE,
  '/': {
    source: 'client/pages/home.tsx',
    required: [READS.upcoming],
    optional: [READS.ads, READS.banners],
    queryOf: calendarQueryOf,
    moreReadsOf: (params, reads, now) => offeredReadsOf(readFilter(params), reads, now),
    searchesOf: (params, reads, now) => searchesIn(readFilter(params), reads, now),
    isCacheable: (params) => isBoundedFilter(params) && calendarQueryOf(params) === eventQueryOf(params),
    prefetch: (queryClient, { reads, params, now }) => {
      const [filter, today, updatedAt] = [readFilter(params), dayInStockholm(now), now.getTime()];
      const { events, offered, total } = calendarIn(filter, reads, today);
      const ads = (reads[READS.ads] ?? []) as readonly PublicAnnouncement[];
      const banners = reads[READS.banners] as PublicBanner[] | undefined;
      const context = contextOf<ListedEvent>(filter, { events, located: events, today });
      const calendar = initialCalendar({ events, total }, ads, filter, context, initialCountOf(params));
      queryClient.setQueryData(understoodKey(filter.q, today), context.found?.understood, { updatedAt });
      if (calendar.shown === 0) {
        const known = offered();
        const found = waysOut(filter, { events: known, located: known, today });
        queryClient.setQueryData(waysOutKey(filter, today), found, { updatedAt });
      }
      queryClient.setQueryData(initialCalendarKey(filter, today), calendar, { updatedAt });
      queryClient.setQueryData(getQueryKey(trpc.public.banners.list, undefined, 'query'), banners ?? [], {
        // If the server could not read them, mark them stale, so that the client fetches them.
        updatedAt: banners ? updatedAt : 0,
      });
      return {
        head: calendarHead(filter, calendar, today),
        until: nextStampChange(
          calendar.sections.flatMap(({ events }) => events),
          now,
        ),
      };
    },
  },
  '/map': {
    source: 'client/pages/map.tsx',
    required: [READS.upcoming],
    optional: [],
    queryOf: eventQueryOf,
    moreReadsOf: (params, reads, now) => pastReadsOf(readFilter(params), reads, now),
    searchesOf: (params, reads, now) => [
      searchOf(mappedEventsOf(calendarIn(readFilter(params), reads, dayInStockholm(now)).events)),
    ],
    isCacheable: isBoundedFilter,
    prefetch: (queryClient, { reads, params, now }) => {
      const [filter, today] = [readFilter(params), dayInStockholm(now)];
      const events = mappedEventsOf(calendarIn(filter, reads, today).events);
      const context = contextOf<MappedEvent>(filter, { events, located: events, today });
      const updatedAt = now.getTime();
      queryClient.setQueryData(initialMapKey(filter, today), initialMap(events, filter, context), {
        updatedAt,
      });
      queryClient.setQueryData(understoodKey(filter.q, today), context.found?.understood, { updatedAt });
      return {};
    },
  },
  '/marketplace': {
    source: 'client/pages/marketplace.tsx',
    required: [READS.ads, READS.settings],
    optional: [],
    queryOf: (params) => writeAdFilter(readAdFilter(params)),
    moreReadsOf: (params) => (mayNamePlace(readAdFilter(params).q) ? [READS.upcoming] : []),
    isCacheable: (params) => isBoundedAdFilter(readAdFilter(params)),
    prefetch: (queryClient, { reads, params, now }) => {
      const [today, updatedAt] = [dayInStockholm(now), now.getTime()];
      const filter = readAdFilter(params);
      const ads = reads[READS.ads] as readonly PublicAnnouncement[];
      const upcoming = reads[READS.upcoming] as UpcomingEvents | undefined;
      const understood = understandSearch(filter.q, today);
      const origin = findOrigin(understood.place?.near ?? '');
      const market = initialMarket(ads, filter, {
        found: searchOfAds(ads).find(understood),
        kilometres: origin && upcoming && distancesFrom(origin, eventsOf(upcoming)),
      });
      if (!market) return undefined;
      queryClient.setQueryData(understoodKey(filter.q, today), understood, { updatedAt });
      queryClient.setQueryData(initialMarketKey(today), market, { updatedAt });
      queryClient.setQueryData(
        getQueryKey(trpc.public.marketplaceSettings.get, undefined, 'query'),
        reads[READS.settings] as MarketplaceSettings,
        { updatedAt },
      );
      return {};
    },
  },
};
