import type { ClientConfig } from './client-config';

/** The cached public reads by procedure name. Reads that failed are missing. */
export type Reads = Record<string, unknown>;

export type RenderData = { config: ClientConfig; now: Date; reads: Reads };

/**
 * The data that a page was rendered from. It is sent as a JSON data block, so that hydration starts with the same data.
 */
export type PageState = {
  /** An ISO instant. It decides which day is today and which stamps are visible. */
  renderedAt: string;
  /** The dehydrated query client. */
  queries: unknown;
};

/** A server-rendered page. Pages are always rendered logged out. */
export type Rendered = {
  /** The content of `#root`. */
  html: string;
  state: PageState;
  /** The source file of the page, to find its scripts for preloading. */
  source: string;
};

/** The public procedures that a page is rendered from. */
export type Needs = {
  /** The page cannot be rendered without these. */
  required: readonly string[];
  optional: readonly string[];
};

/** The exports of `client/entry-server.tsx`. */
export type Renderer = {
  /**
   * Returns the canonical address of a URL, which is the cache key. Returns undefined if the page is not
   * server-rendered.
   */
  addressOf: (url: string) => string | undefined;
  /** Returns the reads that the page needs. `address` comes from {@link addressOf}. */
  needsOf: (address: string) => Needs;
  /** Renders the page. Returns undefined if the data shows that there is no such page. */
  render: (address: string, data: RenderData) => RenderedUntil | undefined;
};

export type RenderedUntil = {
  page: Promise<Rendered>;
  /**
   * In milliseconds since the epoch: when the rendered page becomes outdated by itself. Undefined if only the day
   * matters.
   */
  until: number | undefined;
};
