import { setImmediate } from 'node:timers/promises';
import type { RacePage } from '#src/features/events/race/contract.ts';
import { type Config, siteUrlOf } from '#src/platform/config.ts';
import { withDeadline } from '#src/platform/limits/deadline.ts';
import { createWorkBudget, type Stopwatch, type WorkBudget } from '#src/platform/limits/work-budget.ts';
import type { Snapshots } from '#src/platform/snapshot/version.ts';
import { isEmbedPath, racePathOfEmbed } from '#src/shared/embeds.ts';
import { AppError } from '#src/shared/errors.ts';
import { isRecordPath } from '#src/shared/pages.ts';
import { type NeededReads, READS, type Reads, type Renderer } from '#src/shared/rendering.ts';
import type { ClientBuild, StaticFile } from './build.ts';
import { embedHtmlOf } from './embed.ts';
import { fileOf } from './file.ts';
import { clientConfigOf, htmlOf } from './html.ts';
import { createPageCache, type Versions } from './page-cache.ts';

/**
 * In milliseconds. `page`: if the content takes longer, the page is sent without it and the client fetches it.
 * `optional`: for the reads that a page can be rendered without.
 */
export type PageDeadlines = { page: number; optional: number };
const DEADLINES_MS: PageDeadlines = { page: 500, optional: 250 };
/**
 * Longer, because nothing fetches the content of an embed later. If the database is slow, a cached read serves its last
 * version after 1 s.
 */
const EMBED_DEADLINES_MS: PageDeadlines = { page: 2000, optional: 1500 };
/** Limited, because combinations of filters make thousands of different pages. */
const MAX_CACHED = 60;
/**
 * One budget for pages with filters and of races, and one for embeds. With 5,000 events a page with filters takes 20
 * ms, that of a race 5 ms. Crawlers come again after a 429.
 */
const BUDGET = {
  address: { share: 0.1, burst: 300 },
  network: { share: 0.2, burst: 600 },
  all: { share: 0.4, burst: 600 },
};

const isLimited = (address: string) =>
  address.includes('?') || isRecordPath(address) || racePathOfEmbed(address) !== undefined;

export const pageDeadlinesOf = (path: string) => (isEmbedPath(path) ? EMBED_DEADLINES_MS : DEADLINES_MS);

/** So many events are prepared for searches before other requests are served. */
const PREPARED_AT_ONCE = 200;

const readsOf = (versions: Versions): Reads =>
  Object.fromEntries(
    [...versions].flatMap(([name, version]) => (version ? [[name, version.content()]] : [])),
  );

type RenderedFile = StaticFile & { status: number };

/** `countRead` throws if the client is over its rate limit. */
export type Client = { address: string; signal: AbortSignal; countRead: () => void };

/** Reads the race with the page at a path. Resolves to undefined if there is no such race. */
export type FindRace = (path: string) => Promise<RacePage | undefined>;

type RenderedPages = {
  /**
   * Renders each page once per version of its reads, address and day in Stockholm. Resolves to undefined if the page is
   * not server-rendered, a required read fails or the client has left. Throws `request.too_many` if the client, or all
   * of them, used too much processor time for pages.
   */
  render: (path: string, search: string, client: Client) => Promise<RenderedFile | undefined>;
  /** Loads the renderer and renders the home page, however long that takes. */
  renderFirst: () => Promise<void>;
  /** The page at a canonical address, if it is in the cache and current. */
  findReady: (address: string) => RenderedFile | undefined;
};

type Content = { versions: Versions; race: unknown; madeAt: Date };

export function renderedPages(
  build: ClientBuild,
  config: Config,
  snapshots: Snapshots,
  now: () => Date,
  stopwatch: Stopwatch,
  deadlinesOf: (path: string) => PageDeadlines,
  findRace: FindRace,
  logError: (error: unknown) => void,
): RenderedPages {
  const { loadRenderer } = build;
  if (!loadRenderer)
    return { render: async () => undefined, renderFirst: async () => {}, findReady: () => undefined };
  const createCache = () => createPageCache<RenderedFile>(snapshots, now, MAX_CACHED);
  const mainPages = createCache();
  /** These two apart, because they would displace the main pages. */
  const recordPages = createCache();
  const embeds = createCache();
  const cacheOf = (address: string) =>
    isEmbedPath(address) ? embeds : isRecordPath(address) ? recordPages : mainPages;
  const pageBudget = createWorkBudget(BUDGET, stopwatch);
  const embedBudget = createWorkBudget(BUDGET, stopwatch);
  const budgetOf = (address: string): WorkBudget => (isEmbedPath(address) ? embedBudget : pageBudget);

  async function versionsNow(
    { required, optional }: NeededReads,
    optionalDeadlineMs: number,
  ): Promise<Versions | undefined> {
    const read = async (name: string) => {
      const version = (await snapshots.find(name)?.read())?.version;
      await version?.parse();
      return version;
    };
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

  const readingRaces = new Map<string, ReturnType<FindRace>>();

  /** Requests for one page that arrive together share the read, if none of them knows of a later change. */
  function findRaceOnce(path: string, versions: Versions): ReturnType<FindRace> {
    const racePath = racePathOfEmbed(path) ?? path.replace(/\/$/, '');
    const key = `${racePath} ${versions.get(READS.eventChanges)?.id}`;
    const reading = readingRaces.get(key) ?? findRace(racePath).finally(() => readingRaces.delete(key));
    readingRaces.set(key, reading);
    return reading;
  }

  let lastPreparation: Promise<void> = Promise.resolve();

  /**
   * In steps, and charged to nobody: it is done once for each version of the events. One request at a time, because the
   * steps of many would together keep everybody waiting.
   */
  function prepare(renderer: Renderer, address: string, input: { reads: Reads; now: Date }): Promise<void> {
    const preparation = lastPreparation.then(async () => {
      for (const _ of renderer.prepare(address, input, PREPARED_AT_ONCE)) await setImmediate();
    });
    lastPreparation = preparation.catch(() => {});
    return preparation;
  }

  function render(
    renderer: Renderer,
    address: string,
    path: string,
    { versions, race, madeAt }: Content,
  ): Promise<RenderedFile> | undefined {
    const data = {
      config: clientConfigOf(config),
      siteUrl: siteUrlOf(config),
      now: madeAt,
      reads: readsOf(versions),
      race,
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
    client: Client,
  ): Promise<RenderedFile | undefined> {
    const address = renderer.cacheKeyOf(`${path}${search}`);
    if (address === undefined) return undefined;
    const needed = renderer.neededReadsOf(address);
    const first = await versionsNow(needed, deadlinesOf(path).optional);
    if (!first) return undefined;
    const madeAt = now();
    const more = renderer.moreReadsOf(address, readsOf(first), madeAt);
    const further = await versionsNow({ required: more, optional: [] }, deadlinesOf(path).optional);
    if (!further) return undefined;
    const versions: Versions = new Map([...first, ...further]);
    const cached = cacheOf(address).find(address, versions);
    if (cached) return cached;
    client.countRead();
    const race = needed.needsRace && (await findRaceOnce(path, versions));
    await prepare(renderer, address, { reads: readsOf(versions), now: madeAt });
    if (!isLimited(address)) return render(renderer, address, path, { versions, race, madeAt });
    // Otherwise requests that arrive together are rendered before it is noticed that their client has left.
    await setImmediate();
    const end = await budgetOf(address).begin(client);
    try {
      return await (cacheOf(address).find(address, versions) ??
        render(renderer, address, path, { versions, race, madeAt }));
    } finally {
      end();
    }
  }

  return {
    async render(path, search, client) {
      try {
        const renderer = await loadRenderer();
        return await withDeadline(findOrRender(renderer, path, search, client), deadlinesOf(path).page);
      } catch (error) {
        if (error instanceof AppError && error.code === 'request.too_many') throw error;
        if (!client.signal.aborted) logError(error);
        return undefined;
      }
    },
    async renderFirst() {
      const nobody = { address: '', signal: new AbortController().signal, countRead: () => {} };
      await findOrRender(await loadRenderer(), '/', '', nobody);
    },
    findReady: (address) => cacheOf(address).findReady(address),
  };
}
