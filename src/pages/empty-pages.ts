import { isListedSelection } from '#src/features/events/filter/selection.ts';
import { readFilter, writeFilter } from '#src/features/events/filter/url.ts';
import type { Config } from '#src/platform/config.ts';
import { isEmbedPath, readTheme } from '#src/shared/embeds.ts';
import { pageOf } from '#src/shared/pages.ts';
import type { PageHead } from '#src/shared/rendering.ts';
import type { ClientBuild, StaticFile } from './build.ts';
import { embedHtmlOf, embedMessage } from './embed.ts';
import { fileOf, fileResponse } from './file.ts';
import { htmlOf } from './html.ts';
import { withoutScriptOf } from './texts.ts';

/** Any path that is no page. */
const MISSING_PATH = '/404';

/** Undefined for pages whose address decides on their head. */
function headOfFilter(params: URLSearchParams): PageHead | undefined {
  const filter = readFilter(params);
  if (writeFilter(filter) === '') return undefined;
  return isListedSelection(filter) ? { title: '' } : { title: '', isUnlisted: true };
}

/**
 * Pages without content, which the client fetches, and messages in place of embeds. Pages only differ in their heads,
 * so there is one per route and wait, and two of the calendar with a filter.
 */
export function emptyPages(build: ClientBuild, config: Config) {
  const files = new Map<string, Promise<StaticFile>>();

  function keyAndHtml(
    path: string,
    params: URLSearchParams,
    status: number,
    retryAfter: number | undefined,
  ): [string, () => string] {
    if (isEmbedPath(path)) {
      const theme = readTheme(params);
      return [
        `embed ${status} ${theme}`,
        () => embedHtmlOf(build, embedMessage(config.siteName, status, theme)),
      ];
    }
    const pagePath = status === 404 || status === 410 ? MISSING_PATH : path;
    const page = pageOf(pagePath);
    const text = withoutScriptOf(page, retryAfter);
    const head = page === '/' ? headOfFilter(params) : undefined;
    return [
      `${page} ${JSON.stringify(head)} ${text}`,
      () => htmlOf(build, config, pagePath, undefined, head, retryAfter),
    ];
  }

  return async (
    request: Request,
    path: string,
    status: number,
    caching: string,
    retryAfter?: number,
  ): Promise<Response> => {
    const [key, makeHtml] = keyAndHtml(path, new URL(request.url).searchParams, status, retryAfter);
    const file = files.get(key) ?? fileOf('text/html; charset=utf-8', makeHtml());
    files.set(key, file);
    return fileResponse(request, await file, caching, { status });
  };
}
