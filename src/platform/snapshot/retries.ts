import type { Context } from '#src/platform/context.ts';
import { toAppError } from '#src/platform/failures.ts';

/** So many failures in a row are reported: one may be a moment of the database. */
const REPORTED_FAILURES = 2;
/** A failed refresh is tried again, also if nobody reads. Doubled for each further failure. */
const RETRY_MS = { first: 500, longest: 8000 };

/** `since` is of `performance.now()`. */
export const wallClock = ({ now }: Context, since: number): Date =>
  new Date(now().getTime() - (performance.now() - since));

/** Logs failed refreshes of a cached read, and tries them again. */
export function createRetries(name: string, context: Context, refresh: () => Promise<void>) {
  /** In a row. */
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const areReported = () => failures >= REPORTED_FAILURES;

  function report(err: unknown, since: number): void {
    // A first failure of an unavailable database is logged by `notify.ts`.
    if (failures === REPORTED_FAILURES)
      context.log.error(
        { err, read: name, since: wallClock(context, since) },
        `The cached ${name} is out of date: its refresh has failed ${failures} times. Readers get the version before until it succeeds.`,
      );
    else if (toAppError(err).code !== 'server.unavailable')
      context.log.error({ err, read: name }, `The cached ${name} could not be read; it is tried again.`);
  }

  function retryLater(): void {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(
      () => refresh().catch(() => {}),
      Math.min(RETRY_MS.first * 2 ** (failures - 1), RETRY_MS.longest),
    );
    timer.unref();
  }

  return {
    /** Whether the last refreshes have failed so often that it is reported. */
    areReported,
    succeeded(): void {
      if (areReported()) context.log.info({ read: name }, `The cached ${name} is current again.`);
      failures = 0;
      clearTimeout(timer);
    },
    /** `since` is when the version became stale. */
    failed(err: unknown, since: number): void {
      failures++;
      report(err, since);
      retryLater();
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
