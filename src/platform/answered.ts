import type { Database, Db } from './database';
import { tooLate, uncertain, withDeadline } from './deadline';
import { type Timed, untilLate } from './until-late';

/** Milliseconds that a call may take. */
export const CALL_LIMIT = 4500;
/** When it asks first whether the database still answers, and how often then. */
const FIRST_LOOK = 800;
const LOOK_EVERY = 300;
/** Who hears nothing from the database is told so by then; who does is waited for. */
const SOON = 1700;
const SHORTEST_LOOK = 150;
/** Work that may take long is not given up by a single slow answer. */
const LONG_LOOK = 850;
/** How long a commit may take that was sent in time. */
const COMMIT_LIMIT = 500;

/** `waited`: milliseconds that the caller has waited for the database already, for the same answer. */
type Limits = { limit?: number; waited?: number };

/** Waits for what is not the database's. */
export type Pause = <Result>(outside: () => Promise<Result>) => Promise<Result>;

/** Whether the caller has been told that the call failed, so that work which has not begun need not begin. */
export type IsGivenUp = () => boolean;

/**
 * Work for a caller, who hears `server.unavailable` as soon as the database is known not to answer, or when the work
 * takes longer than `limit` milliseconds: it is given a database that stores nothing after that. Merely slow work is left
 * alone until then. Who was being committed hears `server.uncertain`. What is waited for in a `pause` is not the database:
 * that time does not count.
 */
export async function answered<Result>(
  database: Database,
  work: (db: Db, pause: Pause, isGivenUp: IsGivenUp) => PromiseLike<Result>,
  { limit = CALL_LIMIT, waited = 0 }: Limits = {},
): Promise<Result> {
  const { pulse } = database;
  if (pulse.isAway()) throw tooLate();
  const call: Timed = { isLate: false, isCommitting: false };
  const given = Promise.withResolvers<never>();
  let begun = performance.now() - waited;
  let isOver = false;
  let isPaused = false;

  async function look(): Promise<void> {
    if (isOver) return;
    if (isPaused) {
      timer = setTimeout(look, LOOK_EVERY);
      return;
    }
    const passed = performance.now() - begun;
    const isLong = passed >= limit;
    const isLasting = limit > CALL_LIMIT && passed > SOON;
    const patience = Math.max(isLasting ? LONG_LOOK : SHORTEST_LOOK, SOON - passed);
    if (!isLong && (await withDeadline(pulse.answers(), patience).catch(() => false)))
      return lookIn(LOOK_EVERY);
    if (isOver) return;
    call.isLate = true;
    // What is on its way to be committed is about to be known.
    if (isLong && call.isCommitting) await Bun.sleep(COMMIT_LIMIT);
    given.reject(call.isCommitting ? uncertain() : tooLate());
  }
  let timer: ReturnType<typeof setTimeout>;
  function lookIn(milliseconds: number): void {
    const left = begun + limit - performance.now();
    timer = setTimeout(look, Math.max(0, Math.min(milliseconds, left)));
  }

  const pause: Pause = async (outside) => {
    const since = performance.now();
    isPaused = true;
    try {
      return await outside();
    } finally {
      isPaused = false;
      begun += performance.now() - since;
    }
  };

  lookIn(FIRST_LOOK - waited);
  try {
    const working = work(untilLate(database.db, call), pause, () => call.isLate);
    return await Promise.race([working, given.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer!);
  }
}
