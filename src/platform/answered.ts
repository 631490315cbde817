import type { Database, Db } from './database';
import { tooLate } from './deadline';
import { type Timed, unconfirmed, untilLate } from './until-late';

/** Milliseconds that a call may take, and between its questions whether the database still answers. */
export const CALL_LIMIT = 4500;
const LOOK_EVERY = 1000;

/** Milliseconds that a commit which is under way then has to be heard of. */
const COMMIT_LIMIT = 1000;

type Limits = { limit?: number };

/**
 * Work for a caller, who hears `server.unavailable` as soon as the database is known not to answer, or when the work
 * takes longer than `limit` milliseconds: it is given a database that stores nothing after that. Merely slow work is left
 * alone until then. What is on its way to be committed is waited for first; when nobody knows what became of it, that is
 * `server.unconfirmed`.
 */
export async function answered<Result>(
  database: Database,
  work: (db: Db) => PromiseLike<Result>,
  { limit = CALL_LIMIT }: Limits = {},
): Promise<Result> {
  const { pulse } = database;
  if (pulse.isAway()) throw tooLate();
  const call: Timed = { isLate: false };
  const given = Promise.withResolvers<never>();
  const begun = performance.now();
  let isOver = false;

  async function look(): Promise<void> {
    if (isOver) return;
    const isLong = performance.now() - begun >= limit;
    if (!isLong && (await pulse.answers())) return lookLater();
    if (isOver) return;
    call.isLate = true;
    while (call.committingSince && performance.now() - call.committingSince < COMMIT_LIMIT)
      await Bun.sleep(20);
    // What stands at its commit can still be stored.
    given.reject(call.committingSince ? unconfirmed(tooLate()) : tooLate());
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
