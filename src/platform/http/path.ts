import { AppError } from '#src/shared/errors.ts';

/** The escapes in the path of a page may be malformed: such a path gets the page for unknown addresses. */
const isPage = (path: string) => !/^\/(api|trpc)(\/|$)/.test(path);

/** Cheaper than parsing the URL. */
export const rawPathOf = ({ url }: Request): string => url.slice(url.indexOf('/', 'http://'.length));

/**
 * Returns the path of a request. Throws `request.malformed` if the `Host` is invalid, or if an API path has escapes
 * that are not UTF-8.
 */
export function pathOf(request: Request): string {
  try {
    const { pathname } = new URL(request.url);
    if (!isPage(pathname)) decodeURIComponent(pathname);
    return pathname;
  } catch (cause) {
    throw new AppError('request.malformed', { cause });
  }
}
