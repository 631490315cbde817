import type { CallDatabase, Reader } from './database';
import { commitUncertain, timedOut, withDeadline } from './deadline';
import { isConnectionLost } from './failures';

/** The deadline of a call, in milliseconds. Every call gets a response within 5 s. */
export const CALL_DEADLINE_MS = 4500;
/** How long, in milliseconds, a commit that was sent before the deadline may take. */
const COMMIT_LIMIT = 400;
/** The interval and the time limit of the health check during a long call, in milliseconds. */
const CHECK_INTERVAL = 1000;
const CHECK_LIMIT = 3000;

type Timed = {
  isLate: boolean;
  committing: number;
};

/**
 * Runs `work` with a deadline of `limit` milliseconds. At the deadline it throws `server.unavailable`, and uncommitted
 * changes are rolled back. If a commit is in flight, it throws `server.uncertain`. `work` can call `isLate` to avoid
 * starting after the deadline.
 */
export async function withCallDeadline<Result>(
  database: CallDatabase,
  work: (db: Reader, isLate: () => boolean) => PromiseLike<Result>,
  limit = CALL_DEADLINE_MS,
): Promise<Result> {
  const call: Timed = { isLate: false, committing: 0 };
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(end, limit);

  async function end(): Promise<void> {
    call.isLate = true;
    const isCommitting = call.committing > 0;
    // Give a commit in flight time to finish. If more work follows it, the outcome is uncertain.
    if (isCommitting) await Bun.sleep(COMMIT_LIMIT);
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
  const call: Timed = { isLate: false, committing: 0 };
  const deadline = Promise.withResolvers<never>();
  let isOver = false;
  let timer = setTimeout(check, CHECK_INTERVAL);

  async function check(): Promise<void> {
    try {
      await withDeadline(database.sql`select`, CHECK_LIMIT);
      if (!isOver) timer = setTimeout(check, CHECK_INTERVAL);
    } catch {
      call.isLate = true;
      deadline.reject(call.committing > 0 ? commitUncertain() : timedOut());
    }
  }

  try {
    return await Promise.race([work(withDeadlineChecks(database.longRunning, call)), deadline.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/**
 * Wraps the database for a call with a deadline. A transaction that is not committed by then is rolled back. If the
 * connection is lost during a commit, the transaction may or may not be stored: throws `server.uncertain`.
 */
function withDeadlineChecks(db: Reader, call: Timed): Reader {
  const expectTime = () => {
    if (call.isLate) throw timedOut();
  };
  return {
    select: db.select.bind(db) as Reader['select'],
    with: db.with.bind(db) as Reader['with'],
    $with: db.$with,
    execute: db.execute.bind(db) as Reader['execute'],
    transaction: async (work, options) => {
      let isSent = false;
      try {
        return await db.transaction(async (within) => {
          expectTime();
          const result = await work(within);
          expectTime();
          isSent = true;
          call.committing++;
          return result;
        }, options);
      } catch (error) {
        throw isSent && isConnectionLost(error) ? commitUncertain(error) : error;
      } finally {
        if (isSent) call.committing--;
      }
    },
  };
}
