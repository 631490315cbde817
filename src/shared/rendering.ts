import type { ClientConfig } from './client-config';
import type { FirstPage } from './first-page';

/** What everybody reads, as its rows stand, by the names of the procedures; what could not be had is missing. */
export type Reads = Record<string, unknown>;

export type RenderData = { config: ClientConfig; now: Date; reads: Reads };

/** A page as everybody who is not logged in sees it. */
export type Rendered = {
  /** What stands in `#root`. */
  html: string;
  firstPage: FirstPage;
  /** The instant from which on it would be another; undefined: the day alone decides. */
  until: number | undefined;
};

/** What a page is rendered from, by the names of the procedures; all of it public. */
export type Needs = {
  /** Without these it is not rendered. */
  needed: readonly string[];
  /** These it can do without. */
  beside: readonly string[];
};

/** What `client/entry-server.tsx` exports. */
export type Renderer = {
  /** The address under which two URLs have the same page; undefined when it is not rendered here. */
  addressOf: (url: string) => string | undefined;
  /** What the page of an {@link addressOf} needs. */
  needsOf: (address: string) => Needs;
  /** Renders that page; undefined when there is no such, as it turns out. */
  render: (address: string, data: RenderData) => Rendered | undefined;
};
