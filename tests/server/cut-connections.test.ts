/** What db/patches mends in postgres.js: without it a cut ends the process, takes a connection from the pool, or mixes transactions. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('a connection that is cut while it is made ready takes nothing else with it', async () => {
  const READY = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const TERMINATED = Buffer.from('E\0\0\0\x1bSFATAL\0C57P01\0Mended\0\0', 'latin1');
  const greeted = new WeakSet<object>();
  let cuts = 0;
  const dir = mkdtempSync(join(tmpdir(), 'lopp-'));
  const server = Bun.listen({
    unix: join(dir, '.s.PGSQL.5432'),
    socket: {
      data(socket) {
        if (!greeted.has(socket)) {
          greeted.add(socket);
          socket.write(READY);
          return;
        }
        // What comes now asks for the types, before the statement itself.
        cuts++;
        if (cuts % 2) socket.write(TERMINATED);
        socket.terminate();
      },
    },
  });
  const sql = connect({ socketDir: dir }, { max: 1 });
  const asked = sql`select 1`.catch((error) => error);
  while (cuts < 4) {
    if ((await Promise.race([asked, Bun.sleep(20)])) instanceof Error) break;
  }
  server.stop(true);
  rmSync(dir, { recursive: true, force: true });
  expect(await asked).toBeInstanceOf(Error);
  const started = performance.now();
  await sql.end({ timeout: 5 });
  expect(performance.now() - started).toBeLessThan(1000);
});

test('a transaction whose connection was cut while it did something else does not go on in the next one', async () => {
  const database = openDatabase(test_.target, { poolSize: 1 });
  const first = Promise.withResolvers<void>();
  const cut = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const stray = database.db.transaction(async (tx) => {
    await tx.execute(statement`select 1`);
    first.resolve();
    await cut.promise;
    await tx.execute(statement`create table stray ()`).then(late.resolve, late.resolve);
  });
  stray.catch(() => {});
  await first.promise;
  await admin`select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'idle in transaction' and datname = current_database()`;
  await stray.catch(() => {});
  await database.db.transaction(async (tx) => {
    await tx.execute(statement`select 1`);
    cut.resolve();
    expect(await late.promise).toBeInstanceOf(Error);
    await tx.execute(statement`select 1`);
  });
  expect(await admin`select from pg_class where relname = 'stray'`).toHaveLength(0);
  await database.close();
});
