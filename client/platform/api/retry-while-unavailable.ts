import { statusOf } from '../../../src/shared/errors';
import { errorCodeOf } from './failures';

const RETRY_INTERVAL_MS = 5000;

/** Whether the server, its database or the network is unavailable. That says nothing about the caller's token. */
export function isUnavailable(error: unknown): boolean {
  const code = errorCodeOf(error);
  return !!error && (code === undefined || statusOf(code) === 503);
}

/** Options for queries that a page cannot do without: retries them while the server is unavailable. */
export const retryWhileUnavailable = {
  refetchInterval: ({ state }: { state: { error: unknown } }) =>
    isUnavailable(state.error) ? RETRY_INTERVAL_MS : false,
};

type QueryStatus = { isError: boolean; isPending: boolean; isFetchedAfterMount: boolean };

/** Whether the data could not be fetched since the page was mounted. Stays true during a retry. */
export const hasFailed = (query: QueryStatus): boolean =>
  query.isError || (query.isPending && query.isFetchedAfterMount);
