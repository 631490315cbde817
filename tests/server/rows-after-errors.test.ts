// A statement that fails after rows must not change the result of the next one on its connection (postgres.js #1119,
// #1181).
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql as statement } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { copyOut } from '#src/platform/database/copy.ts';
import { connect, type Sql } from '#src/platform/database.ts';
import { databaseCode } from '#src/platform/failures.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/process.ts';

let sql: Sql;
/** Drizzle replaces the parsers of its client, so it has one of its own, also with one connection. */
let client: Sql;
const testDb = await testDatabase();
const admin = connect(testDb.target, { max: 1 });
afterAll(async () => {
  await admin.end();
  await testDb.drop();
});
const LIMITS = { max: 1, connection: { statement_timeout: 300 } };
beforeEach(() => {
  sql = connect(testDb.target, LIMITS);
  client = connect(testDb.target, LIMITS);
});
afterEach(async () => {
  await Promise.all([sql.end({ timeout: 0 }), client.end({ timeout: 0 })]);
});

/** Wide rows, so that the database sends some before the statement fails. */
const WIDE = "repeat('x', 4000)";
type Fault = { name: string; code: string; select: string; during?: () => Promise<void> };

async function cancelFromElsewhere(): Promise<void> {
  let isCancelled = false;
  while (!isCancelled) {
    const rows = await admin`select pg_cancel_backend(pid) from pg_stat_activity
      where query like '%as cancelled%' and wait_event = 'PgSleep' and datname = current_database() and pid <> pg_backend_pid()`;
    isCancelled = rows.length > 0;
  }
}

const FAULTS: Fault[] = [
  {
    name: 'a statement timeout',
    code: '57014',
    select: `select ${WIDE} as x, case when n > 20 then pg_sleep(30)::text end as slow from generate_series(1, 40) n`,
  },
  {
    name: 'a division by zero in a late row',
    code: '22012',
    select: `select ${WIDE} as x, 1 / (30 - n) as share from generate_series(1, 40) n`,
  },
  {
    name: 'a cancel from another connection',
    code: '57014',
    select: `select ${WIDE} as x, case when n > 20 then pg_sleep(0.25)::text end as cancelled from generate_series(1, 40) n`,
    during: cancelFromElsewhere,
  },
];

/** What the same statements return on a new connection. */
const THREE = [{ n: 1 }, { n: 2 }, { n: 3 }];
const SELECT_THREE = 'select n from generate_series(1, 3) n';

/** Nothing but the three rows, at their places: `toEqual` takes a hole for undefined. */
function expectThree(rows: ArrayLike<unknown>): void {
  expect(JSON.stringify(rows)).toBe(JSON.stringify(THREE));
}

async function expectHealthy(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    expectThree(await sql.unsafe(SELECT_THREE));
    expectThree(await sql.unsafe(SELECT_THREE, [], { prepare: true }));
    expectThree(await sql`select n from generate_series(1, ${3}::int) n`);
    expectThree(await drizzle(client).execute(statement.raw(SELECT_THREE)));
    expect([...(await sql.unsafe(`${SELECT_THREE}; select 4 as n`))].map((rows) => [...rows])).toEqual([
      [...THREE],
      [{ n: 4 }],
    ] as never);
    const copied: string[] = [];
    await drizzle(client).transaction(async (tx) => {
      for await (const lines of copyOut(tx as never, admin, `copy (${SELECT_THREE}) to stdout`))
        copied.push(...lines);
    });
    expect(copied).toEqual(['1', '2', '3']);
    const batches: number[] = [];
    for await (const rows of sql.unsafe(SELECT_THREE).cursor(2)) batches.push(...rows.map(({ n }) => n));
    expect(batches).toEqual([1, 2, 3]);
  }
}

/** Rejects with the statement's error. */
type Failing = (select: string) => Promise<unknown>;

/** The result of a statement that was sent before the failed one had ended. */
async function withNext(failing: PromiseLike<unknown>): Promise<unknown> {
  const next = sql.unsafe(SELECT_THREE).execute();
  const after = sql`select n from generate_series(1, 3) n`.execute();
  const error = await Promise.resolve(failing).catch((reason) => reason);
  expectThree(await next);
  expectThree(await after);
  throw error;
}

const KINDS: Record<string, Failing> = {
  'a simple statement': async (select) => sql.unsafe(select),
  'a prepared statement': async (select) => sql.unsafe(select, [], { prepare: true }),
  'an unprepared statement': async (select) => sql.unsafe(`${select} where n > $1`, [0], { prepare: false }),
  'a statement with parameters': async (select) =>
    sql.unsafe(`${select} where n > $1`, [0], { prepare: true }),
  'the second of several statements': async (select) => sql.unsafe(`${SELECT_THREE}; ${select}; select 1`),
  'rows without names': async (select) => sql.unsafe(select, [], { prepare: true }).values(),
  'a statement with forEach': async (select) => sql.unsafe(select, [], { prepare: true }).forEach(() => {}),
  'a cursor of single rows': async (select) => {
    for await (const _ of sql.unsafe(select).cursor(1));
  },
  'a cursor of many rows': async (select) => {
    for await (const _ of sql.unsafe(`${select} where n > $1`, [0]).cursor(100));
  },
  'a cursor with a callback': async (select) => sql.unsafe(select).cursor(7, async () => {}),
  'Drizzle execute': async (select) => drizzle(client).execute(statement.raw(select)),
  'a transaction of Drizzle': async (select) =>
    drizzle(client).transaction(async (tx) => tx.execute(statement.raw(select))),
  'a transaction': async (select) => sql.begin((tx) => tx.unsafe(select)),
  'a prepared statement of a transaction': async (select) =>
    sql.begin((tx) => tx.unsafe(select, [], { prepare: true })),
  'a savepoint': async (select) =>
    sql.begin(async (tx) => {
      const error = await tx.savepoint((inner) => inner.unsafe(select)).catch((reason) => reason);
      expectThree(await tx.unsafe(SELECT_THREE));
      throw error;
    }),
  'a pipelined statement': async (select) => withNext(sql.unsafe(select, [], { prepare: true }).execute()),
  'a pipelined simple statement': async (select) => withNext(sql.unsafe(select).execute()),
  'copy with few rows': async (select) =>
    drizzle(client).transaction(async (tx) => {
      for await (const _ of copyOut(tx as never, admin, `copy (${select}) to stdout`));
    }),
};

describe.each(FAULTS)('$name, after rows,', ({ select, code, during }) => {
  test.each(Object.keys(KINDS))('in %s leaves the next results as they are', async (kind) => {
    const failed = (KINDS[kind] as Failing)(select).then(
      () => 'no error',
      (error) => databaseCode(error) ?? error?.code ?? error,
    );
    await during?.();
    expect(await failed).toBe(code);
    await expectHealthy();
  });
});

// Without the patch of errored(), nothing reads from the socket any more, which the reader had paused.
test('copy that fails after many rows leaves the connection usable', async () => {
  const db = drizzle(client);
  const lines: number[] = [];
  const failed = db.transaction(async (tx) => {
    const statement = `copy (select repeat('x', 1000) || 1 / (20000 - n) from generate_series(1, 30000) n) to stdout`;
    for await (const batch of copyOut(tx as never, admin, statement)) {
      lines.push(batch.length);
      await new Promise(setImmediate);
    }
  });
  // On a busy machine the limit of the statement comes first.
  expect(['22012', '57014']).toContain(await failed.catch((error) => databaseCode(error) ?? error.code));
  expect(lines.length).toBeGreaterThan(10);
  expectThree(await db.execute(statement.raw(SELECT_THREE)));
});

// Without the patch of PortalSuspended(), it goes on with the statement that the new connection runs.
test.each(['ends', 'fails'])(
  'a cursor whose callback %s after its connection was lost does not touch the next statement',
  async (end) => {
    const callback = Promise.withResolvers<void>();
    const lost = sql`select pg_backend_pid() as pid from generate_series(1, 10)`.cursor(3, async ([row]) => {
      await admin`select pg_terminate_backend(${row?.pid})`;
      await callback.promise;
    });
    expect(await lost.catch((error) => error)).toBeInstanceOf(Error);
    const next = sql.unsafe('select n, pg_sleep(0.01)::text as next from generate_series(1, 20) n').execute();
    await until(async () => {
      const rows =
        await admin`select 1 from pg_stat_activity where query like '%as next%' and wait_event = 'PgSleep'
      and datname = current_database()`;
      return rows.length > 0;
    }, 5000);
    end === 'ends' ? callback.resolve() : callback.reject(new Error('late'));
    expect(await next).toHaveLength(20);
    for (let round = 0; round < 3; round++) expectThree(await sql.unsafe(SELECT_THREE));
  },
);
