import { limitPerSecond } from '../platform/concurrency';
import { type Config, siteUrlOf } from '../platform/config';
import { withDeadline } from '../platform/deadline';
import type { Snapshots } from '../platform/snapshot/version';
import { isEmbedPath, racePathOfEmbed } from '../shared/embeds';
import { AppError } from '../shared/errors';
import { isRecordPath } from '../shared/pages';
import type { NeededReads, Renderer } from '../shared/rendering';
import type { ClientBuild, StaticFile } from './build';
import { embedHtmlOf } from './embed';
import { fileOf } from './file';
import { clientConfigOf, htmlOf } from './html';
import { createPageCache, type Versions } from './page-cache';

/**
 * `page`: if the content takes longer, the page is sent without it and the client fetches it. `optional`: for the reads
 * that a page can be rendered without.
 */
const DEADLINES_MS = { page: 500, optional: 250 };
/**
 * Longer, because nothing fetches the content of an embed later. If the database is slow, a cached read serves its last
 * version after 1 s.
 */
const EMBED_DEADLINES_MS = { page: 2000, optional: 1500 };
/** Limited, because combinations of filters make thousands of different pages. */
const MAX_CACHED = 60;
/**
 * The limit for all clients together, one for pages with filters and of races, and one for embeds: with thousands of
 * events, rendering them blocks the event loop. Crawlers come again after a 429.
 */
const COST_PER_SECOND = 80;
/** A page with filters takes 20 ms, that of a race 5 ms. */
const costOf = (address: string) => (address.includes('?') ? 4 : 1);

const isLimited = (address: string) =>
  address.includes('?') || isRecordPath(address) || racePathOfEmbed(address) !== undefined;

const deadlinesOf = (path: string) => (isEmbedPath(path) ? EMBED_DEADLINES_MS : DEADLINES_MS);

type RenderedFile = StaticFile & { status: number };

/** `countRender` throws if the client is over its rate limit. */
export type RenderedPages = {
  /**
   * Renders each page once per version of its reads, address and day in Stockholm. Resolves to undefined if the page is
   * not server-rendered or a required read fails. Throws `request.too_many` if too many pages were rendered in this second.
   */
  render: (path: string, search: string, countRender: () => void) => Promise<RenderedFile | undefined>;
  /** The page at a canonical address, if it is in the cache and current. */
  findReady: (address: string) => RenderedFile | undefined;
};

export function renderedPages(
  build: ClientBuild,
  config: Config,
  snapshots: Snapshots,
  now: () => Date,
  logError: (error: unknown) => void,
): RenderedPages {
  const { loadRenderer } = build;
  if (!loadRenderer) return { render: async () => undefined, findReady: () => undefined };
  const createCache = () => createPageCache<RenderedFile>(MAX_CACHED, snapshots, now);
  const mainPages = createCache();
  /** These two apart, because they would displace the main pages. */
  const recordPages = createCache();
  const embeds = createCache();
  const cacheOf = (address: string) =>
    isEmbedPath(address) ? embeds : isRecordPath(address) ? recordPages : mainPages;
  const mayRenderPage = limitPerSecond(COST_PER_SECOND, now);
  const mayRenderEmbed = limitPerSecond(COST_PER_SECOND, now);

  async function versionsNow(
    { required, optional }: NeededReads,
    optionalDeadlineMs: number,
  ): Promise<Versions | undefined> {
    const read = async (name: string) => (await snapshots.find(name)?.read())?.version;
    const readWithinDeadline = (name: string) =>
      required.includes(name) ? read(name) : withDeadline(read(name), optionalDeadlineMs);
    const results = await Promise.all(
      [...required, ...optional].map(
        async (name) => [name, await readWithinDeadline(name).catch(() => undefined)] as const,
      ),
    );
    const versions = new Map(results);
    return required.every((name) => versions.get(name)) ? versions : undefined;
  }

  function render(
    renderer: Renderer,
    address: string,
    path: string,
    versions: Versions,
  ): Promise<RenderedFile> | undefined {
    const readResults = [...versions].flatMap(([name, version]) =>
      version ? [[name, version.content()]] : [],
    );
    const madeAt = now();
    const data = {
      config: clientConfigOf(config),
      siteUrl: siteUrlOf(config),
      now: madeAt,
      reads: Object.fromEntries(readResults),
    };
    const rendered = renderer.render(address, data);
    if (!rendered) return undefined;
    const file = rendered.page.then(async (page) => {
      const html = 'state' in page ? htmlOf(build, config, path, page) : embedHtmlOf(build, page);
      return { ...(await fileOf('text/html; charset=utf-8', html)), status: rendered.status };
    });
    const { until } = rendered;
    if (renderer.isCacheable(address)) cacheOf(address).add(address, { versions, madeAt, file, until });
    return file;
  }

  async function findOrRender(
    renderer: Renderer,
    path: string,
    search: string,
    countRender: () => void,
  ): Promise<RenderedFile | undefined> {
    const address = renderer.cacheKeyOf(`${path}${search}`);
    if (address === undefined) return undefined;
    const versions = await versionsNow(renderer.neededReadsOf(address), deadlinesOf(path).optional);
    if (!versions) return undefined;
    // No await from here until the page is in the cache, so that concurrent calls find it there.
    const cached = cacheOf(address).find(address, versions);
    if (cached) return cached;
    countRender();
    const mayRender = isEmbedPath(address) ? mayRenderEmbed : mayRenderPage;
    if (isLimited(address) && !mayRender(costOf(address)))
      throw new AppError('request.too_many', { retryAfter: 1 });
    return render(renderer, address, path, versions);
  }

  return {
    async render(path, search, countRender) {
      try {
        const renderer = await loadRenderer();
        return await withDeadline(findOrRender(renderer, path, search, countRender), deadlinesOf(path).page);
      } catch (error) {
        if (error instanceof AppError && error.code === 'request.too_many') throw error;
        logError(error);
        return undefined;
      }
    },
    findReady: (address) => cacheOf(address).findReady(address),
  };
}
