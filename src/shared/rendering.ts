import type { ClientConfig } from './client-config.ts';
import type { Theme } from './embeds.ts';

/** The names of the cached reads that pages and feeds are made from. */
export const READS = {
  events: 'public.events.list',
  upcoming: 'public.events.upcoming',
  /** Only tells whether an event has changed, for pages that read some of them. */
  eventChanges: 'events.changes',
  located: 'public.events.coordinates',
  past: (year: string) => `public.events.past ${year}`,
  ads: 'public.announcements.list',
  banners: 'public.banners.list',
  settings: 'public.marketplaceSettings.get',
  contact: 'public.contact.info',
} as const;

/** By procedure name. Reads that failed are missing. */
export type Reads = Record<string, unknown>;

/** `siteUrl` is without a slash at its end. */
type RenderData = {
  config: ClientConfig;
  siteUrl: string;
  now: Date;
  reads: Reads;
  /** Its `RacePage`, if the page needs it. Undefined if there is no such race. */
  race: unknown;
};

/** Sent as a JSON data block, so that hydration starts with the same data. */
export type PageState = {
  /** An ISO instant that decides which day is today and which stamps are visible. */
  renderedAt: string;
  /** The dehydrated query client. */
  queries: unknown;
};

/** The head of a page whose texts depend on its content. */
export type PageHead = {
  /** Without the site's name. Empty for only that name. */
  title: string;
  /** Undefined: that of the page. */
  description?: string;
  /** The canonical path, with its query. Undefined if the page has none, or does not know it. */
  path?: string;
  /** Search engines must not list the page. */
  isUnlisted?: true;
  /** Decides the picture of a shared link. */
  sport?: string;
  /** Of the feeds with the same races. */
  feedQuery?: string;
  /** JSON-LD (schema.org). */
  structuredData?: object;
};

/** Pages are always rendered logged out. */
export type Rendered = {
  /** The content of `#root`. */
  html: string;
  state: PageState;
  /** The source file of the page, to find its scripts for preloading. */
  source: string;
  head?: PageHead | undefined;
};

/** A page for the frames of other sites. It has no state, because the client's scripts do not run in it. */
export type RenderedEmbed = {
  /** The content of the body. */
  html: string;
  title: string;
  theme: Theme | undefined;
};

export type NeededReads = {
  required: readonly string[];
  optional: readonly string[];
  /** Also the race with the path of the page. */
  needsRace?: true;
};

/** Exported as `renderer` by `client/entry-server.tsx`. */
export type Renderer = {
  /** The cache key of a URL. Undefined if the page is not server-rendered. */
  cacheKeyOf: (url: string) => string | undefined;
  /** False for pages with values of unlimited number, such as a search. */
  isCacheable: (address: string) => boolean;
  neededReadsOf: (address: string) => NeededReads;
  /** Further cached reads that a page needs, depending on the content of the first ones. */
  moreReadsOf: (address: string, reads: Reads, now: Date) => readonly string[];
  /**
   * Does the work that the first page of a version of the events needs, in steps of some milliseconds: makes the events,
   * and prepares at most `count` at a time for a search.
   */
  prepare: (address: string, input: { reads: Reads; now: Date }, count: number) => Iterable<void>;
  /** Returns undefined if the data shows that there is no such page. */
  render: (address: string, data: RenderData) => ExpiringPage | undefined;
};

export type ExpiringPage = {
  page: Promise<Rendered | RenderedEmbed>;
  status: number;
  /** When the page becomes outdated by itself, in milliseconds since the epoch. Undefined if only the day matters. */
  until: number | undefined;
};
