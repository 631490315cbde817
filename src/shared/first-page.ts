import type { AnnouncementType, PublicAnnouncement } from '../features/announcements/contract';
import type { AnnouncementCounts, EventChoice } from '../features/announcements/rules';
import type { PublicBanner } from '../features/banners/contract';
import type { LocatedEvent, PublicEvent } from '../features/events/contract';
import type { MarketplaceSettings } from '../features/marketplace-settings/contract';

/** What the server rendered a page from: stands in the HTML as a JSON data block, for the client to begin with the same. */
export type FirstPage = {
  /** When it was rendered: what today is, and which stamps show. */
  at: string;
  /** What the client asks for at once, as the page needs it whole. */
  ahead: readonly string[];
  home?: FirstHome;
  market?: FirstMarket;
  map?: FirstMap;
};

/** The ads of the market under its filters, and what there is to choose. */
export type MarketView = {
  /** Undefined while they are on their way. */
  ads: readonly PublicAnnouncement[] | undefined;
  /** How many pass the filters, of how many. */
  shown: number;
  total: number;
  /** How many ads of each type the chosen event has. */
  byType: Record<AnnouncementType | 'all', number>;
  /** How many of the chosen type all events have. */
  ofType: number;
  /** The events to choose from. */
  choices: readonly EventChoice[];
};

/** The beginning of the market: the first ads, and of the events the chosen one; the client fetches the rest. */
export type FirstMarket = {
  /** The filters it was rendered with, as the URL has them. */
  filter: string;
  settings: MarketplaceSettings;
  view: MarketView;
};

/** The beginning of the map: the first of its list; the client fetches the rest, and draws it. */
export type FirstMap = {
  /** The filters it was rendered with, as the URL has them. */
  filter: string;
  /** How many pass them. */
  shown: number;
  events: readonly LocatedEvent[];
};

/** The beginning of the home page; the client fetches the rest. */
export type FirstHome = {
  /** The filters it was rendered with, as the URL has them. */
  filter: string;
  banners: readonly PublicBanner[];
  /** The first events that pass the filters. */
  events: readonly PublicEvent[];
  /** How many pass in the months that those events are in, by `YYYY-MM`. */
  months: Record<string, number>;
  /** The open ads of those events, by event id. */
  counts: Record<string, AnnouncementCounts>;
  /** How many pass the filters, of how many. */
  shown: number;
  total: number;
};
