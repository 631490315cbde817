import { statusOf } from '../../../src/shared/errors';
import { errorCodeOf } from './failures';

/** How long after a failure it is asked again, in milliseconds. */
const ASKS_AGAIN_AFTER = 5000;

/** Whether it is the server that is away, its database or the way there: that says nothing of who asked. */
export function isAway(error: unknown): boolean {
  const code = errorCodeOf(error);
  return !!error && (code === undefined || statusOf(code) === 503);
}

/** Options of a query without which a page shows nothing: while the server is away it is asked again by itself. */
export const whileAway = {
  refetchInterval: ({ state }: { state: { error: unknown } }) =>
    isAway(state.error) ? ASKS_AGAIN_AFTER : false,
};

type Asked = { isError: boolean; isPending: boolean; isFetchedAfterMount: boolean };

/** Whether it could not be had since the page is here. While it is asked again the failure still stands. */
export const hasFailed = (query: Asked): boolean =>
  query.isError || (query.isPending && query.isFetchedAfterMount);
