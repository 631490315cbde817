import type { ComponentType } from 'react';
import type { PublicAnnouncement } from '../src/features/announcements/contract';
import type { PublicBanner } from '../src/features/banners/contract';
import type { LocatedEvent, PublicEvent } from '../src/features/events/contract';
import { isBucket } from '../src/features/events/rules';
import type { MarketplaceSettings } from '../src/features/marketplace-settings/contract';
import type { FirstPage } from '../src/shared/first-page';
import type { Needs, Reads } from '../src/shared/rendering';
import { firstMarket } from './features/announcements/market-view';
import {
  readFilter as readAdFilter,
  writeFilter as writeAdFilter,
} from './features/announcements/use-ad-filter';
import { readFilter, writeFilter } from './features/events/filter-url';
import { firstHome, nextStamp } from './features/events/first-home';
import { firstMap, writeMapFilter } from './features/events/first-map';
import HomePage from './pages/home';
import MapPage from './pages/map';
import MarketplacePage from './pages/marketplace';
import { withData } from './platform/data';

const EVENTS = 'public.events.list';
const SPOTS = 'public.events.coordinates';
const ADS = 'public.announcements.list';
const BANNERS = 'public.banners.list';
const SETTINGS = 'public.marketplaceSettings.get';

type Entry = Needs & {
  Page: ComponentType;
  /** What the client asks for at once. */
  ahead: readonly string[];
  /** The query that a page is kept under; undefined when it is left to the client. */
  queryOf: (params: URLSearchParams) => string | undefined;
  /** What the page begins with, and until when; undefined when there is no such page. */
  firstOf: (
    reads: Reads,
    params: URLSearchParams,
    now: Date,
  ) => { part: Partial<FirstPage>; until?: number | undefined } | undefined;
};

/** The pages that the server renders, by their path. */
export const FIRST_PAGES: Record<string, Entry> = {
  '/': {
    Page: HomePage,
    needed: [EVENTS],
    beside: [ADS, BANNERS],
    ahead: [EVENTS, ADS],
    // What anybody can type is without end, and each would be rendered anew: a text search, and distances but for the buckets.
    queryOf: (params) => {
      const filter = readFilter(params);
      const isEndless = filter.q || filter.distance.length > 1 || !filter.distance.every(isBucket);
      return isEndless ? undefined : writeFilter(filter);
    },
    firstOf: (reads, params, now) => {
      const data = {
        events: reads[EVENTS] as readonly PublicEvent[],
        announcements: (reads[ADS] ?? []) as readonly PublicAnnouncement[],
        banners: (reads[BANNERS] ?? []) as readonly PublicBanner[],
      };
      const home = firstHome(data, readFilter(params), now);
      return { part: { home }, until: nextStamp(home.events, now) };
    },
  },
  '/map': {
    Page: withData(MapPage),
    needed: [SPOTS],
    beside: [],
    ahead: [SPOTS],
    queryOf: (params) => writeMapFilter(readFilter(params)),
    firstOf: (reads, params, now) => {
      const map = firstMap(reads[SPOTS] as readonly LocatedEvent[], readFilter(params), now);
      return { part: { map } };
    },
  },
  '/marketplace': {
    Page: withData(MarketplacePage),
    needed: [ADS, SETTINGS],
    beside: [],
    ahead: [ADS, SETTINGS],
    queryOf: (params) => writeAdFilter(readAdFilter(params)),
    firstOf: (reads, params) => {
      const ads = reads[ADS] as readonly PublicAnnouncement[];
      const market = firstMarket(ads, reads[SETTINGS] as MarketplaceSettings, readAdFilter(params));
      return market && { part: { market } };
    },
  },
};
