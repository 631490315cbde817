import { Elysia } from 'elysia';
import type { ClientBuild, StaticFile } from './pages/build';
import { answerWith, fileOf } from './pages/file';
import { htmlOf } from './pages/html';
import { renderedPages } from './pages/rendered-pages';
import { robots, sitemap } from './pages/search-engines';
import type { Context } from './platform/context';
import { headersOf } from './platform/failures';
import type { Snapshots } from './platform/snapshot/version';
import { AppError } from './shared/errors';
import { isPage, pageOf } from './shared/pages';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600';

/**
 * Serves the pages of section 2, those that everybody reads with their first content, and the client's files; any other
 * path is the 404 page.
 */
export function pages(
  build: ClientBuild,
  { config, log, now }: Context,
  snapshots: Snapshots,
  countRender: (request: Request) => void,
) {
  const withContent = renderedPages(build, config, snapshots, now, (err) =>
    log.warn({ err }, 'A page could not be rendered in time; it is sent without its content.'),
  );
  /** The pages without content; they differ by what stands in their heads. */
  const plain = new Map<string, Promise<StaticFile>>();
  const plainFile = (path: string) => {
    const page = pageOf(path) ?? '';
    const file = plain.get(page) ?? fileOf('text/html; charset=utf-8', htmlOf(build, config, path));
    plain.set(page, file);
    return file;
  };

  return new Elysia({ name: 'pages' }).all('/*', async ({ request, path }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found');
    const file = build.files.get(path);
    if (file) return answerWith(request, file, path.startsWith('/assets/') ? IMMUTABLE : SHORT);
    if (path === '/robots.txt') return robots(config, request);
    const list = path === '/sitemap.xml' && sitemap(config, request);
    if (list) return list;
    if (!isPage(path)) return answerWith(request, await plainFile(path), 'no-cache', 404);
    const { search } = new URL(request.url);
    try {
      const file = await withContent(path, search, () => countRender(request));
      return answerWith(request, file ?? (await plainFile(path)), 'no-cache');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The address is over its limit (D23). The page without its first content needs no rendering and still works.
      const answer = answerWith(request, await plainFile(path), 'no-store', error.status);
      for (const [name, value] of Object.entries(headersOf(error))) answer.headers.set(name, value);
      return answer;
    }
  });
}
