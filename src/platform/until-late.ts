import type { Db } from './database';
import { tooLate } from './deadline';

const WRITES = new Set<unknown>(['insert', 'update', 'delete']);

/**
 * The database for a call whose time can run out: what it has not committed by then is rolled back, for who is answered
 * 503 will try again. A write of one statement is a transaction too, since it may have to wait long for its turn.
 */
export function untilLate(db: Db, isLate: () => boolean): Db {
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction(async (within) => {
      if (isLate()) throw tooLate();
      const result = await work(within);
      if (isLate()) throw tooLate();
      return result;
    }, options);
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
