import type { Db } from './database';
import { tooLate, uncertain } from './deadline';
import { isCut } from './failures';

const WRITES = new Set<unknown>(['insert', 'update', 'delete']);

/** A call whose time can run out. */
export type Timed = {
  isLate: boolean;
  /** It waits to hear that it is committed: until then nobody knows whether it will be. */
  isCommitting: boolean;
};

/**
 * The database for a call whose time can run out: what it has not committed by then is rolled back, for who is answered
 * 503 will try again. A write of one statement is a transaction too, since it may have to wait long for its turn.
 *
 * A commit that is cut off may have been made all the same. It is neither a success nor a failure: `server.uncertain`.
 */
export function untilLate(db: Db, call: Timed): Db {
  const inTime = () => {
    if (call.isLate) throw tooLate();
  };
  const transaction: Db['transaction'] = async (work, options) => {
    let isSent = false;
    try {
      return await db.transaction(async (within) => {
        inTime();
        const result = await work(within);
        inTime();
        isSent = true;
        call.isCommitting = true;
        return result;
      }, options);
    } catch (error) {
      throw isSent && isCut(error) ? uncertain(error) : error;
    } finally {
      call.isCommitting = false;
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
