/** What db/patches mends in postgres.js: without it the first cut ends the process, and each takes a connection from the pool. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql as statement } from 'drizzle-orm';
import { connect, openDatabase, type Sql } from '../../src/platform/database';
import { testDatabase } from '../support/database';

/** More than there are connections in either pool. */
const CUTS = 12;

let test_: Awaited<ReturnType<typeof testDatabase>>;
let admin: Sql;
beforeAll(async () => {
  test_ = await testDatabase();
  admin = connect(test_.target, { max: 1 });
});
afterAll(async () => {
  await admin.end();
  await test_.drop();
});

/** Ends the sessions that sleep, as a database that dies or an operator would. */
const cutSleepers = () => admin`
  select pg_terminate_backend(pid) from pg_stat_activity
  where query like '%pg_sleep(30)%' and state = 'active' and datname = current_database() and pid <> pg_backend_pid()`;

const transactions: [string, () => Promise<unknown>][] = [
  [
    'through Drizzle',
    () => test_.database.db.transaction((tx) => tx.execute(statement`select pg_sleep(30)`)),
  ],
  ['through the driver', () => test_.database.sql.begin((tx) => tx`select pg_sleep(30)`)],
];
test.each(transactions)(
  'a transaction whose connection is cut ends with an error, again and again: %s',
  async (_how, run) => {
    for (let round = 0; round < CUTS; round++) {
      let ended: unknown;
      run().catch((error) => (ended = error));
      while (!ended) {
        await Bun.sleep(10);
        await cutSleepers();
      }
      expect(ended).toBeInstanceOf(Error);
    }
    expect(await test_.database.sql`select 1`).toHaveLength(1);
    await test_.database.ready();
  },
);

test.each(['through Drizzle', 'through the driver'] as const)(
  'after a transaction was cut the database closes at once: %s',
  async (how) => {
    const database = openDatabase(test_.target);
    let ended: unknown;
    const sleeping =
      how === 'through Drizzle'
        ? database.db.transaction((tx) => tx.execute(statement`select pg_sleep(30)`))
        : database.sql.begin((tx) => tx`select pg_sleep(30)`);
    sleeping.catch((error) => (ended = error));
    while (!ended) {
      await Bun.sleep(10);
      await cutSleepers();
    }
    const started = performance.now();
    await database.close();
    expect(performance.now() - started).toBeLessThan(1000);
  },
);
