import { statusOf } from './error-texts.ts';
import { errorCodeOf } from './failures.ts';

const RETRY_INTERVAL_MS = 5000;

/**
 * Whether the server, its database or the network is unavailable. Such an error does not mean that the token is
 * invalid.
 */
export function isUnavailable(error: unknown): boolean {
  const code = errorCodeOf(error);
  return !!error && (code === undefined || statusOf(code) === 503);
}

/** For queries that a page cannot do without. */
export const retryWhileUnavailable = {
  refetchInterval: ({ state }: { state: { error: unknown } }) =>
    isUnavailable(state.error) ? RETRY_INTERVAL_MS : false,
};

type QueryStatus = { isError: boolean; isPending: boolean; isFetchedAfterMount: boolean };

/** Stays true during a retry. */
export const hasFailed = (query: QueryStatus): boolean =>
  query.isError || (query.isPending && query.isFetchedAfterMount);
