import { AppError } from '../shared/errors';
import type { Db } from './database';
import { tooLate } from './deadline';
import { isCut } from './failures';

const WRITES = new Set<unknown>(['insert', 'update', 'delete']);

/** A call whose time can run out. */
export type Timed = {
  isLate: boolean;
  /** Since when it waits to hear that it is committed, by `performance.now()`. */
  committingSince?: number | undefined;
};

/** Nobody can say whether the call's write is stored: the database was gone before it had confirmed it. */
export const unconfirmed = (cause?: unknown) => new AppError('server.unconfirmed', { cause });

/**
 * The database for a call whose time can run out: what it has not committed by then is rolled back, for who is answered
 * 503 will try again. A write of one statement is a transaction too, since it may have to wait long for its turn.
 *
 * A commit that is cut off may have been made all the same. It is neither a success nor a failure: `server.unconfirmed`.
 */
export function untilLate(db: Db, call: Timed): Db {
  const inTime = () => {
    if (call.isLate) throw tooLate();
  };
  const transaction: Db['transaction'] = async (work, options) => {
    let isCommitting = false;
    try {
      return await db.transaction(async (within) => {
        inTime();
        const result = await work(within);
        inTime();
        isCommitting = true;
        call.committingSince = performance.now();
        return result;
      }, options);
    } catch (error) {
      throw isCommitting && isCut(error) ? unconfirmed(error) : error;
    } finally {
      call.committingSince = undefined;
    }
  };
  return new Proxy(db, {
    get(target, key: keyof Db) {
      if (key === 'transaction') return transaction;
      if (WRITES.has(key)) return (...words: unknown[]) => written(transaction, [{ key, words }]);
      const member: unknown = target[key];
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

type Step = { key: PropertyKey; words: unknown[] };
type Statement = Record<PropertyKey, (...words: unknown[]) => unknown>;

/** A statement that is put together step by step, as Drizzle has it, and runs in that transaction when it is awaited. */
function written(transaction: Db['transaction'], steps: Step[]): unknown {
  const run = () =>
    transaction(async (within) =>
      steps.reduce<unknown>((statement, { key, words }) => (statement as Statement)[key]?.(...words), within),
    );
  return new Proxy(
    {},
    {
      get(_, key) {
        if (key === 'then') {
          const then: Promise<unknown>['then'] = (resolve, reject) => run().then(resolve, reject);
          return then;
        }
        return (...words: unknown[]) => written(transaction, [...steps, { key, words }]);
      },
    },
  );
}
