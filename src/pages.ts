import { Elysia } from 'elysia';
import type { ClientBuild, StaticFile } from './pages/build';
import { feeds, racePathOf } from './pages/feeds';
import { fileOf, fileResponse } from './pages/file';
import { htmlOf } from './pages/html';
import { renderedPages } from './pages/rendered-pages';
import { isSitemap, robots, sitemap } from './pages/search-engines';
import type { Context } from './platform/context';
import { retryAfterHeader } from './platform/failures';
import type { Snapshots } from './platform/snapshot/version';
import { AppError } from './shared/errors';
import { isPage, pageOf } from './shared/pages';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';
/** Any path that is no page. */
const MISSING_PATH = '/404';

export function pages(
  build: ClientBuild,
  { config, log, now }: Context,
  snapshots: Snapshots,
  /** The headers of every response to a path. */
  commonHeadersOf: (path: string) => Record<string, string>,
  countRender: (request: Request) => void,
  findRacePath: (path: string) => Promise<string | undefined>,
) {
  const rendered = renderedPages(build, config, snapshots, now, (err) =>
    log.warn(
      { err },
      'A page could not be rendered. It was sent without its content, which the client then fetches.',
    ),
  );
  const feedsOf = feeds({ config, snapshots, now });
  /** Empty pages only differ in their heads, so there is one per route. */
  const emptyPages = new Map<string, Promise<StaticFile>>();
  const emptyPage = (path: string) => {
    const page = pageOf(path) ?? '';
    const file = emptyPages.get(page) ?? fileOf('text/html; charset=utf-8', htmlOf(build, config, path));
    emptyPages.set(page, file);
    return file;
  };

  /** 301, 404 or 410. Undefined if the race has this address, or if nobody knows because the database is unavailable. */
  async function redirectOrMissing(
    request: Request,
    path: string,
    suffix: string,
  ): Promise<Response | undefined> {
    const current = path.replace(/\/$/, '');
    const found = await findRacePath(path).catch(() => current);
    if (found === undefined)
      return fileResponse(request, await emptyPage(MISSING_PATH), 'no-cache', { status: 404 });
    if (found === 'gone')
      return fileResponse(request, await emptyPage(MISSING_PATH), 'no-cache', { status: 410 });
    if (found === current) return undefined;
    return new Response(null, {
      status: 301,
      headers: { location: `${found}${suffix}`, 'cache-control': 'no-cache' },
    });
  }

  /**
   * Returns a page or a feed if it is in the cache and current. Such a response bypasses the framework, so it has no
   * request id, because it is not logged.
   */
  function respondIfReady(request: Request, address: string): Response | undefined {
    if (request.method !== 'GET') return undefined;
    const file = rendered.findReady(address) ?? feedsOf.findReady(address);
    if (!file) return undefined;
    const [path = ''] = address.split('?', 1);
    return fileResponse(request, file, 'no-cache', { commonHeaders: commonHeadersOf(path) });
  }

  const routes = new Elysia({ name: 'pages' }).all('/*', async ({ request, path }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found');
    const file = build.files.get(path);
    if (file) return fileResponse(request, file, path.startsWith('/assets/') ? IMMUTABLE : ONE_HOUR);
    if (path === '/robots.txt') return robots(config, request);
    const sitemapResponse = isSitemap(path) && (await sitemap(config, request, path, snapshots));
    if (sitemapResponse) return sitemapResponse;
    if (feedsOf.isFeed(path)) return feedsOf.serveFeed(request, path, () => countRender(request));
    const racePath = racePathOf(path);
    if (racePath) {
      const calendar = await feedsOf.serveRace(request, racePath, () => countRender(request));
      return (
        calendar ??
        (await redirectOrMissing(request, racePath, '.ics')) ??
        fileResponse(request, await emptyPage(MISSING_PATH), 'no-cache', { status: 404 })
      );
    }
    if (!isPage(path)) return fileResponse(request, await emptyPage(path), 'no-cache', { status: 404 });
    const { search } = new URL(request.url);
    try {
      const file = await rendered.render(path, search, () => countRender(request));
      const moved =
        file || !path.startsWith('/lopp/') ? undefined : await redirectOrMissing(request, path, search);
      return moved ?? fileResponse(request, file ?? (await emptyPage(path)), 'no-cache');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The address is over its limit of reads. The page without content needs no rendering and still works.
      const response = fileResponse(request, await emptyPage(path), 'no-store', { status: error.status });
      for (const [name, value] of Object.entries(retryAfterHeader(error))) response.headers.set(name, value);
      return response;
    }
  });
  return { routes, respondIfReady };
}
