import type { PublicAnnouncement } from '../features/announcements/contract';
import type { PublicBanner } from '../features/banners/contract';
import type { PublicEvent } from '../features/events/contract';
import type { ClientConfig } from './client-config';
import type { FirstPage } from './first-page';

/** What the home page is rendered from; all of it public. */
export type HomeData = {
  events: readonly PublicEvent[];
  announcements: readonly PublicAnnouncement[];
  banners: readonly PublicBanner[];
};

export type RenderData = { config: ClientConfig; now: Date; home?: HomeData };

/** A page as everybody who is not logged in sees it. */
export type Rendered = {
  /** What stands in `#root`. */
  html: string;
  firstPage: FirstPage;
  /** The instant from which on it would be another; undefined: the day alone decides. */
  until: number | undefined;
};

/** What `client/entry-server.tsx` exports. */
export type Renderer = {
  /** The address under which two URLs have the same page; undefined when it is not rendered here. */
  addressOf: (url: string) => string | undefined;
  render: (url: string, data: RenderData) => Rendered;
};
