import { sql } from 'drizzle-orm';
import type { Db } from './database';
import { tooLate, uncertain } from './deadline';
import { databaseCode } from './failures';

/** A call whose time can run out. */
export type Timed = {
  isLate: boolean;
  /** It waits to hear that it is committed: until then nobody knows whether it will be. */
  isCommitting: boolean;
};

/** Milliseconds that a database has to say what became of a transaction. */
const STATUS_LIMIT = 1000;

/** The last statement of a transaction: by its number the database can be asked what became of it. */
const LAST = sql.raw('select pg_current_xact_id_if_assigned()::text as number');

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
    let done: { result: Awaited<ReturnType<typeof work>>; number: string } | undefined;
    try {
      return await db.transaction(async (within) => {
        inTime();
        const result = await work(within);
        inTime();
        const [last] = await within.execute<{ number: string | null }>(LAST);
        inTime();
        if (last?.number) done = { result, number: last.number };
        call.isCommitting = done !== undefined;
        return result;
      }, options);
    } catch (error) {
      if (!done || !isCut(error)) throw error;
      const status = await statusOf(db, done.number, call);
      if (status === 'committed') return done.result;
      throw status === 'aborted' ? error : uncertain();
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

/** Whether nobody will say any more what became of a statement. */
const isCut = (error: unknown) => /^(CONNECTION|E[A-Z]{3,}|57P0)/.test(databaseCode(error) ?? '');

/** Asks, while the call may last, a database that has cut us off what became of a transaction. */
async function statusOf(db: Db, number: string, call: Timed): Promise<string | undefined> {
  const until = performance.now() + STATUS_LIMIT;
  while (!call.isLate && performance.now() < until) {
    const status = await db
      .execute<{ status: string | null }>(sql`select pg_xact_status(${number}::xid8) as status`)
      .then(
        ([row]) => row?.status,
        () => undefined,
      );
    if (status === 'committed' || status === 'aborted') return status;
    await Bun.sleep(50);
  }
  return undefined;
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
