import { Elysia } from 'elysia';
import type { ClientBuild } from './pages/build.ts';
import { emptyPages } from './pages/empty-pages.ts';
import { feeds } from './pages/feeds.ts';
import { fileResponse } from './pages/file.ts';
import { serveRaceCalendar } from './pages/race-calendar.ts';
import { type Client, type FindRace, type PageDeadlines, renderedPages } from './pages/rendered-pages.ts';
import { isSitemap, robots, sitemap } from './pages/search-engines.ts';
import type { Context } from './platform/context.ts';
import { retryAfterHeader } from './platform/failures.ts';
import { NO_STORE, PERSONAL, SHARED } from './platform/http/caching.ts';
import { isTokenPage } from './platform/http/security-headers.ts';
import { withDeadline } from './platform/limits/deadline.ts';
import { createWorkBudget, type Stopwatch } from './platform/limits/work-budget.ts';
import type { Snapshots } from './platform/snapshot/version.ts';
import { isEmbedPath, isRaceList, racePathOfEmbed, startPlacesPath } from './shared/embeds.ts';
import { AppError } from './shared/errors.ts';
import { isFeed, racePathOfFile } from './shared/feeds.ts';
import { isPage, isPublicPage, isRecordPath } from './shared/pages.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';
/** Also of pages that are missing or empty: for an address of one visitor a shared cache stores nothing. */
const cachingOf = (path: string): string => {
  if (isTokenPage(path)) return NO_STORE;
  return isPublicPage(path) || isEmbedPath(path) ? SHARED : PERSONAL;
};
/** After it, the race or ad counts as existing. Together with rendering, a response takes less than 5 s. */
const MISSING_DEADLINE_MS = 2000;

/**
 * For feeds, calendar files of races and sitemaps. Programs that follow many selections ask for all of them at once.
 * One of the largest feeds takes 250 ms.
 */
const FILE_BUDGET = {
  address: { share: 0.1, burst: 500 },
  network: { share: 0.2, burst: 1000 },
  all: { share: 0.4, burst: 2000 },
};

export function pages(
  build: ClientBuild,
  { config, log, now }: Context,
  snapshots: Snapshots,
  /** The headers of every response to a path. */
  commonHeadersOf: (path: string) => Record<string, string>,
  clientOf: (request: Request) => Client,
  stopwatch: Stopwatch,
  deadlinesOf: (path: string) => PageDeadlines,
  /** The current path of a race or ad, or `gone`. */
  findPath: (path: string) => Promise<string | undefined>,
  findRace: FindRace,
) {
  const rendered = renderedPages(build, config, snapshots, now, stopwatch, deadlinesOf, findRace, (err) =>
    log.warn(
      { err },
      'A page could not be rendered. It was sent without its content: the client fetches it, an embed shows a message.',
    ),
  );
  const budget = createWorkBudget(FILE_BUDGET, stopwatch);
  const fileSources = { config, snapshots, now, budget };
  const feedsOf = feeds(fileSources);
  const sendEmpty = emptyPages(build, config);

  /** 301, 404 or 410. Undefined if the race or ad has this address, or if the database is unavailable. */
  async function redirectOrMissing(
    request: Request,
    path: string,
    suffix: string,
  ): Promise<Response | undefined> {
    const current = racePathOfEmbed(path) ?? path.replace(/\/$/, '');
    const found = await withDeadline(findPath(current), MISSING_DEADLINE_MS).catch(() => current);
    if (found === undefined) return sendEmpty(request, path, 404, cachingOf(path));
    if (found === 'gone') return sendEmpty(request, path, 410, cachingOf(path));
    if (found === current) return undefined;
    const location = isEmbedPath(path) ? startPlacesPath(found) : found;
    return new Response(null, {
      status: 301,
      headers: { location: `${location}${suffix}`, 'cache-control': SHARED },
    });
  }

  /** Without a page, because its policy allows no scripts. */
  async function redirectOrMissingFile(request: Request, racePath: string): Promise<Response> {
    const response = await redirectOrMissing(request, racePath, '.ics');
    if (!response) throw new AppError('server.unavailable', { retryAfter: 2 });
    const { status, headers } = response;
    return headers.has('location')
      ? response
      : new Response('Loppet finns inte.', { status, headers: { 'cache-control': SHARED } });
  }

  /**
   * Returns a page or a feed if it is in the cache and current. Such a response bypasses the framework, so it has no
   * request id, because it is not logged.
   */
  function respondIfReady(request: Request, address: string): Response | undefined {
    if (request.method !== 'GET') return undefined;
    const page = rendered.findReady(address);
    const file = page?.status === 200 ? page : feedsOf.findReady(address);
    if (!file) return undefined;
    const [path = ''] = address.split('?', 1);
    return fileResponse(request, file, page ? cachingOf(path) : SHARED, {
      commonHeaders: commonHeadersOf(path),
    });
  }

  const routes = new Elysia({ name: 'pages' }).all('/*', async ({ request, path }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found');
    const client = clientOf(request);
    const file = build.files.get(path);
    if (file) return fileResponse(request, file, path.startsWith('/assets/') ? IMMUTABLE : ONE_HOUR);
    if (path === '/robots.txt') return robots(config, request);
    const sitemapResponse =
      isSitemap(path) && (await sitemap(config, request, path, { snapshots, client, budget }));
    if (sitemapResponse) return sitemapResponse;
    if (isFeed(path)) return feedsOf.serveFeed(request, path, client);
    const calendarOf = racePathOfFile(path);
    if (calendarOf) {
      const calendar = await serveRaceCalendar(fileSources, findRace, request, calendarOf, client);
      return calendar ?? (await redirectOrMissingFile(request, calendarOf));
    }
    const isEmbed = isRaceList(path) || racePathOfEmbed(path) !== undefined;
    if (!isPage(path) && !isEmbed) return sendEmpty(request, path, 404, NO_STORE);
    const { search } = new URL(request.url);
    try {
      const file = await rendered.render(path, search, client);
      if (file)
        return fileResponse(request, file, file.status === 200 ? cachingOf(path) : NO_STORE, {
          status: file.status,
        });
      const isOfRecord = isRecordPath(path) || racePathOfEmbed(path) !== undefined;
      const missing = isOfRecord ? await redirectOrMissing(request, path, search) : undefined;
      const [status, caching] = isEmbed ? [503, NO_STORE] : [200, cachingOf(path)];
      return missing ?? (await sendEmpty(request, path, status, caching));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The address is over its limit of reads. The page without content needs no rendering and still works.
      const response = await sendEmpty(request, path, error.status, NO_STORE, error.retryAfter);
      for (const [name, value] of Object.entries(retryAfterHeader(error))) response.headers.set(name, value);
      return response;
    }
  });
  return { routes, respondIfReady, renderFirst: rendered.renderFirst };
}
