import { limitPerSecond } from '../platform/concurrency';
import type { Config } from '../platform/config';
import { withDeadline } from '../platform/deadline';
import type { Snapshots, Version } from '../platform/snapshot/version';
import { dayInStockholm } from '../shared/dates';
import { AppError } from '../shared/errors';
import type { NeededReads, Renderer } from '../shared/rendering';
import type { ClientBuild, StaticFile } from './build';
import { fileOf } from './file';
import { clientConfigOf, htmlOf } from './html';

/** If the content takes longer, the page is sent without it and the client fetches it. */
const DEADLINE_MS = 500;
/** For the reads that a page can be rendered without. */
const OPTIONAL_DEADLINE_MS = 250;
/** Limited, because combinations of filters make thousands of different pages. */
const MAX_CACHED = 60;
/**
 * The limit for all clients together: with thousands of events, each rendering blocks the event loop for about 20 ms.
 * Pages over the limit are sent without content. The main pages without filters are always rendered.
 */
const FILTERED_PER_SECOND = 20;

const isOneOfMany = (address: string) => address.includes('?') || address.startsWith('/lopp/');

/** Undefined if a snapshot could not be read. */
type Versions = Map<string, Version | undefined>;

/** Stores only the ids of the versions, so that old versions can be freed. */
type CachedPage = { versionIds: string; day: string; until: number; file: Promise<StaticFile> };

const versionIdsOf = (versions: Versions) =>
  [...versions].map(([name, version]) => `${name} ${version?.id}`).join();

/** `countRender` throws if the client is over its rate limit. */
export type RenderPage = (
  path: string,
  search: string,
  countRender: () => void,
) => Promise<StaticFile | undefined>;

/**
 * Renders each page once per version of its reads, address and day in Stockholm. Resolves to undefined if the page is
 * not server-rendered, a required read fails, or too many pages with filters were rendered in this second.
 */
export function renderedPages(
  build: ClientBuild,
  config: Config,
  snapshots: Snapshots,
  now: () => Date,
  logError: (error: unknown) => void,
): RenderPage {
  const { loadRenderer } = build;
  if (!loadRenderer) return async () => undefined;
  const mainPages = new Map<string, CachedPage>();
  /** Apart, because thousands of them would displace the main pages. */
  const racePages = new Map<string, CachedPage>();
  const cacheOf = (address: string) => (address.startsWith('/lopp/') ? racePages : mainPages);
  const mayRenderFiltered = limitPerSecond(FILTERED_PER_SECOND, now);

  async function versionsNow({ required, optional }: NeededReads): Promise<Versions | undefined> {
    const read = async (name: string) => {
      const snapshot = snapshots.find(name);
      return snapshot?.current() ?? (await snapshot?.read())?.version;
    };
    const readWithinDeadline = (name: string) =>
      required.includes(name) ? read(name) : withDeadline(read(name), OPTIONAL_DEADLINE_MS);
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
  ): CachedPage | undefined {
    const readResults = [...versions].flatMap(([name, version]) =>
      version ? [[name, version.content()]] : [],
    );
    const renderedAt = now();
    const data = { config: clientConfigOf(config), now: renderedAt, reads: Object.fromEntries(readResults) };
    const rendered = renderer.render(address, data);
    if (!rendered) return undefined;
    const file = rendered.page.then((page) =>
      fileOf('text/html; charset=utf-8', htmlOf(build, config, path, page)),
    );
    const until = rendered.until ?? Number.POSITIVE_INFINITY;
    const page = { versionIds: versionIdsOf(versions), day: dayInStockholm(renderedAt), until, file };
    const cache = cacheOf(address);
    file.catch(() => cache.get(address) === page && cache.delete(address));
    return page;
  }

  const isCurrent = (page: CachedPage, versions: Versions, instant: Date) =>
    page.day === dayInStockholm(instant) &&
    instant.getTime() < page.until &&
    page.versionIds === versionIdsOf(versions);

  async function findOrRender(
    renderer: Renderer,
    path: string,
    search: string,
    countRender: () => void,
  ): Promise<StaticFile | undefined> {
    const address = renderer.cacheKeyOf(`${path}${search}`);
    const versions = address !== undefined && (await versionsNow(renderer.neededReadsOf(address)));
    if (!versions) return undefined;
    // No await from here until the page is in the cache, so that concurrent calls find it there.
    const cache = cacheOf(address);
    const cached = cache.get(address);
    const isFresh = cached && isCurrent(cached, versions, now());
    if (!isFresh) countRender();
    if (!isFresh && isOneOfMany(address) && !mayRenderFiltered()) return undefined;
    const page = isFresh ? cached : render(renderer, address, path, versions);
    // Moves the page to the end: the cache evicts the least recently used page.
    cache.delete(address);
    if (!page || !renderer.isCacheable(address)) return page?.file;
    cache.set(address, page);
    const [oldest] = cache.keys();
    if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
    return page.file;
  }

  return async (path, search, countRender) => {
    try {
      const renderer = await loadRenderer();
      return await withDeadline(findOrRender(renderer, path, search, countRender), DEADLINE_MS);
    } catch (error) {
      if (error instanceof AppError && error.code === 'request.too_many') throw error;
      logError(error);
      return undefined;
    }
  };
}
