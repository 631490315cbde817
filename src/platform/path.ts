import { AppError } from '../shared/errors';

/** Where a broken escape is answered with the page that is not there, as any other path. */
const isPage = (path: string) => !/^\/(api|trpc)(\/|$)/.test(path);

/** All after the host as it was sent, to be looked up in a table: cheaper than to read an address. */
export const plainPathOf = ({ url }: Request): string => url.slice(url.indexOf('/', 'http://'.length));

/**
 * The path that a request asks for. Throws `request.malformed` for an address that cannot be read: one with a `Host` that
 * is none, or with escapes that are no UTF-8, which whoever decodes them later would fail at.
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
