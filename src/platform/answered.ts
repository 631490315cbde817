import type { CallDatabase, Reader } from './database';
import { tooLate, uncertain, withDeadline } from './deadline';
import { isCut } from './failures';

/** Milliseconds that a call may take (D5). */
export const CALL_LIMIT = 4500;
/** How long a commit may take that was sent in time. */
const COMMIT_LIMIT = 400;
/** How often the database is asked whether it is there while a call without a limit is under way, and its time to answer. */
const LOOK_EVERY = 1000;
const LOOK_LIMIT = 3000;

/** A call whose time can run out. */
type Timed = {
  isLate: boolean;
  /** Transactions whose commit was sent and is not answered yet. */
  committing: number;
};

/**
 * Runs `work` with a deadline of `limit` milliseconds. After it the call throws `server.unavailable`, and nothing that is not
 * committed is stored; `server.uncertain` if a commit was in flight. Work that has not begun by then need not begin: it can
 * ask `isLate`.
 */
export async function answered<Result>(
  database: CallDatabase,
  work: (db: Reader, isLate: () => boolean) => PromiseLike<Result>,
  limit = CALL_LIMIT,
): Promise<Result> {
  const call: Timed = { isLate: false, committing: 0 };
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(end, limit);

  async function end(): Promise<void> {
    call.isLate = true;
    const isCommitting = call.committing > 0;
    // Give a commit in flight time to finish. If the work has more to do after it, the commit may be stored.
    if (isCommitting) await Bun.sleep(COMMIT_LIMIT);
    late.reject(isCommitting ? uncertain() : tooLate());
  }

  try {
    return await Promise.race([work(inTime(database.db, call), () => call.isLate), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The same for work that may take minutes: the caller hears `server.unavailable` when the database has stopped
 * answering.
 */
export async function answeredWhileThere<Result>(
  database: CallDatabase,
  work: (db: Reader) => PromiseLike<Result>,
): Promise<Result> {
  const call: Timed = { isLate: false, committing: 0 };
  const late = Promise.withResolvers<never>();
  let isOver = false;
  let timer = setTimeout(look, LOOK_EVERY);

  async function look(): Promise<void> {
    try {
      await withDeadline(database.sql`select`, LOOK_LIMIT);
      if (!isOver) timer = setTimeout(look, LOOK_EVERY);
    } catch {
      call.isLate = true;
      late.reject(call.committing > 0 ? uncertain() : tooLate());
    }
  }

  try {
    return await Promise.race([work(inTime(database.patient, call)), late.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

/**
 * The database for a call whose time can run out: a transaction that is not committed by then is rolled back. A commit that
 * is cut off may have been made all the same. It is neither a success nor a failure: `server.uncertain`.
 */
function inTime(db: Reader, call: Timed): Reader {
  const expectTime = () => {
    if (call.isLate) throw tooLate();
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
        throw isSent && isCut(error) ? uncertain(error) : error;
      } finally {
        if (isSent) call.committing--;
      }
    },
  };
}
