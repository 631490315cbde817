import type { ClientConfig } from './client-config';

/** The cached public reads, by the names of their procedures. One that could not be read is missing. */
export type Reads = Record<string, unknown>;

export type RenderData = { config: ClientConfig; now: Date; reads: Reads };

/** What the page was rendered from. It is sent as a JSON data block, so that hydration starts from the same. */
export type PageState = {
  /** ISO timestamp: decides which day is today and which stamps show. */
  renderedAt: string;
  /** The dehydrated query client. */
  queries: unknown;
};

/** A page as everybody who is not logged in sees it. */
export type Rendered = {
  /** The content of `#root`. */
  html: string;
  state: PageState;
  /** The source file of the page, whose scripts are to be preloaded. */
  source: string;
};

/** The procedures that a page is rendered from; all of them are public. */
export type Needs = {
  /** Without these it is not rendered. */
  required: readonly string[];
  optional: readonly string[];
};

/** What `client/entry-server.tsx` exports. */
export type Renderer = {
  /** The canonical address of a URL, under which the page is cached. Undefined if the page is not rendered on the server. */
  addressOf: (url: string) => string | undefined;
  /** What the page of an {@link addressOf} needs. */
  needsOf: (address: string) => Needs;
  /** Renders that page. Undefined if the reads turn out to have no such page. */
  render: (address: string, data: RenderData) => RenderedUntil | undefined;
};

export type RenderedUntil = {
  page: Promise<Rendered>;
  /** When the page changes by itself, in milliseconds since the epoch; undefined if only with the day. */
  until: number | undefined;
};
