import type { CallDatabase, Reader } from '#src/platform/database.ts';
import { isConnectionLost } from '#src/platform/failures.ts';
import { commitUncertain, timedOut, withDeadline } from './deadline.ts';

/** Every call gets a response within 5 s. */
export const CALL_DEADLINE_MS = 4500;
/** Additional time for a commit that was sent before the deadline. */
const COMMIT_LIMIT_MS = 400;
/** The interval and the timeout of the health check during a long call. */
const CHECK_INTERVAL_MS = 1000;
const CHECK_TIMEOUT_MS = 3000;

type CallState = {
  /** The deadline has passed, or the database does not respond. No further work may start. */
  isLate: boolean;
  commitsInFlight: number;
};

/**
 * Throws `server.unavailable` at the deadline and rolls back uncommitted changes. If a commit is in flight, it throws
 * `server.uncertain`. `work` can call `isLate` to avoid starting after the deadline.
 */
export async function withCallDeadline<Result>(
  database: CallDatabase,
  work: (db: Reader, isLate: () => boolean) => PromiseLike<Result>,
  deadlineMs = CALL_DEADLINE_MS,
): Promise<Result> {
  const call: CallState = { isLate: false, commitsInFlight: 0 };
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(handleDeadline, deadlineMs);

  async function handleDeadline(): Promise<void> {
    call.isLate = true;
    const isCommitting = call.commitsInFlight > 0;
    // Give a commit in flight time to finish. If more work follows it, the outcome is uncertain.
    if (isCommitting) await Bun.sleep(COMMIT_LIMIT_MS);
    deadline.reject(isCommitting ? commitUncertain() : timedOut());
  }

  try {
    return await Promise.race([
      work(withDeadlineChecks(database.db, call), () => call.isLate),
      deadline.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs work that may take minutes. Throws `server.unavailable` or `server.uncertain` when the database stops
 * responding.
 */
export async function withLivenessCheck<Result>(
  database: CallDatabase,
  work: (db: Reader) => PromiseLike<Result>,
): Promise<Result> {
  const call: CallState = { isLate: false, commitsInFlight: 0 };
  const deadline = Promise.withResolvers<never>();
  let isFinished = false;
  let timer = setTimeout(checkDatabase, CHECK_INTERVAL_MS);

  async function checkDatabase(): Promise<void> {
    try {
      await withDeadline(database.sql`select`, CHECK_TIMEOUT_MS);
      if (!isFinished) timer = setTimeout(checkDatabase, CHECK_INTERVAL_MS);
    } catch {
      call.isLate = true;
      deadline.reject(call.commitsInFlight > 0 ? commitUncertain() : timedOut());
    }
  }

  try {
    return await Promise.race([work(withDeadlineChecks(database.longRunning, call)), deadline.promise]);
  } finally {
    isFinished = true;
    clearTimeout(timer);
  }
}

/**
 * Wraps the database for a call with a deadline. A transaction that is not committed by then is rolled back. If the
 * connection is lost during a commit, the transaction may or may not be stored: throws `server.uncertain`.
 */
function withDeadlineChecks(db: Reader, call: CallState): Reader {
  const throwIfLate = () => {
    if (call.isLate) throw timedOut();
  };
  return {
    select: db.select.bind(db) as Reader['select'],
    with: db.with.bind(db) as Reader['with'],
    $with: db.$with,
    execute: db.execute.bind(db) as Reader['execute'],
    transaction: async (work, options) => {
      let isCommitSent = false;
      try {
        return await db.transaction(async (tx) => {
          throwIfLate();
          const result = await work(tx);
          throwIfLate();
          isCommitSent = true;
          call.commitsInFlight++;
          return result;
        }, options);
      } catch (error) {
        throw isCommitSent && isConnectionLost(error) ? commitUncertain(error) : error;
      } finally {
        if (isCommitSent) call.commitsInFlight--;
      }
    },
  };
}
