import type { AnnouncementCounts } from '../features/announcements/rules';
import type { PublicBanner } from '../features/banners/contract';
import type { PublicEvent } from '../features/events/contract';

/** What the server rendered a page from: stands in the HTML as a JSON data block, for the client to begin with the same. */
export type FirstPage = {
  /** When it was rendered: what today is, and which stamps show. */
  at: string;
  home?: FirstHome;
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
