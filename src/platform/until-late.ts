import { sql } from 'drizzle-orm';
import type { Db } from './database';
import { tooLate } from './deadline';
import { databaseCode } from './failures';

/** A call whose time can run out. */
export type Timed = {
  isLate: boolean;
  /** Since when it waits to hear that it is committed, by `performance.now()`. */
  committingSince?: number | undefined;
};

/** Milliseconds after which what was sent to be committed has been, or never will be. */
export const COMMIT_LIMIT = 1000;

/** Milliseconds that a database has to say what became of a transaction. */
const STATUS_LIMIT = 2000;

/**
 * The last statement of a transaction. A server that was frozen while "commit" was on its way does not commit when it
 * thaws, and one whose connection was lost can be asked what became of the transaction of that number.
 */
const LAST = sql.raw(`select pg_current_xact_id_if_assigned()::text as number,
  set_config('idle_in_transaction_session_timeout', '${COMMIT_LIMIT}', true)`);

const WRITES = new Set<unknown>(['insert', 'update', 'delete']);

/**
 * The database for a call whose time can run out: what it has not committed by then is rolled back, for who is answered
 * 503 will try again. A write of one statement is a transaction too, since it may have to wait long for its turn.
 */
export function untilLate(db: Db, call: Timed): Db {
  const inTime = () => {
    if (call.isLate) throw tooLate();
  };
  const transaction: Db['transaction'] = async (work, options) => {
    let done: { result: Awaited<ReturnType<typeof work>>; number: string | null } | undefined;
    try {
      return await db.transaction(async (within) => {
        inTime();
        const result = await work(within);
        inTime();
        const [last] = await within.execute<{ number: string | null }>(LAST);
        inTime();
        done = { result, number: last?.number ?? null };
        call.committingSince = performance.now();
        return result;
      }, options);
    } catch (error) {
      if (done?.number && isCut(error) && (await isCommitted(db, done.number, call))) return done.result;
      throw error;
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

/** Whether nobody will say any more what became of a statement. */
const isCut = (error: unknown) => /^(CONNECTION|E[A-Z]{3,}|57P0)/.test(databaseCode(error) ?? '');

/** Asks, while the call may last, a database that has cut us off what became of a transaction. */
async function isCommitted(db: Db, number: string, call: Timed): Promise<boolean> {
  const until = performance.now() + STATUS_LIMIT;
  while (!call.isLate && performance.now() < until) {
    const status = await db
      .execute<{ status: string | null }>(sql`select pg_xact_status(${number}::xid8) as status`)
      .then(
        ([row]) => row?.status,
        () => 'unknown',
      );
    if (status === 'committed') return true;
    if (status === 'aborted') return false;
    await Bun.sleep(50);
  }
  return false;
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
