/**
 * For what is the same for everybody. Shared caches may store it for a second, and send it for another one while they
 * fetch it again. Browsers ask each time, but meanwhile may show a response that is up to a second old. It never
 * depends on cookies or tokens.
 */
export const SHARED = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1';

/** For pages that one visitor alone sees. They have no content: the client fetches it. */
export const PERSONAL = 'private, no-cache';

export const NO_STORE = 'no-store';
