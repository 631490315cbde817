import type { Database, Db } from './database';
import { tooLate, uncertain } from './deadline';
import { type Timed, untilLate } from './until-late';

/** Milliseconds that a call may take, and between its questions whether the database still answers. */
export const CALL_LIMIT = 4500;
const LOOK_EVERY = 900;
/** How long a commit may take that was sent in time. */
const COMMIT_LIMIT = 500;

type Limits = { limit?: number };

/**
 * Work for a caller, who hears `server.unavailable` as soon as the database is known not to answer, or when the work
 * takes longer than `limit` milliseconds: it is given a database that stores nothing after that. Merely slow work is left
 * alone until then. Who was being committed hears `server.uncertain`.
 */
export async function answered<Result>(
  database: Database,
  work: (db: Db) => PromiseLike<Result>,
  { limit = CALL_LIMIT }: Limits = {},
): Promise<Result> {
  const { pulse } = database;
  if (pulse.isAway()) throw tooLate();
  const call: Timed = { isLate: false, isCommitting: false };
  const given = Promise.withResolvers<never>();
  const begun = performance.now();
  let isOver = false;

  async function look(): Promise<void> {
    if (isOver) return;
    const isLong = performance.now() - begun >= limit;
    if (!isLong && (await pulse.answers())) return lookLater();
    if (isOver) return;
    call.isLate = true;
    // What is on its way to be committed is about to be known.
    if (isLong && call.isCommitting) await Bun.sleep(COMMIT_LIMIT);
    given.reject(call.isCommitting ? uncertain() : tooLate());
  }
  let timer: ReturnType<typeof setTimeout>;
  function lookLater(): void {
    const left = begun + limit - performance.now();
    timer = setTimeout(look, Math.max(0, Math.min(LOOK_EVERY, left)));
  }

  lookLater();
  try {
    return await Promise.race([work(untilLate(database.db, call)), given.promise]);
  } finally {
    isOver = true;
    clearTimeout(timer!);
  }
}
