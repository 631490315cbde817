import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { importEvents } from '#src/features/imports/service.ts';
import { type Database, openDatabase } from '#src/platform/database.ts';
import { toAppError } from '#src/platform/failures.ts';
import { testDatabase } from '#tests/support/database.ts';
import { manyEvents, utf8 } from '#tests/support/event-files.ts';
import { type FaultyProxy, startFaultyProxy } from '#tests/support/faulty-proxy.ts';

const ROWS = 5000;
/** Imported rows between two reports of progress. */
const PROGRESS_STEP = 500;
/** More than the connections of the pool. */
const CUTS = 12;

let testDb: Awaited<ReturnType<typeof testDatabase>>;
let proxy: FaultyProxy;
let database: Database;
const bytes = utf8(await manyEvents(ROWS));

beforeAll(async () => {
  testDb = await testDatabase();
  const { socketDir, database: name } = testDb.target;
  proxy = await startFaultyProxy(join(socketDir, '.s.PGSQL.5432'));
  database = openDatabase({ url: proxy.url.replace(/postgres$/, name) });
});
afterAll(async () => {
  await database.close();
  proxy.stop();
  await testDb.drop();
});

const countStored = async () => (await testDb.database.sql`select from events`).length;
const importFile = (onProgress?: Parameters<typeof importEvents>[1]['onProgress']) =>
  importEvents(
    { database, now: () => new Date() },
    { bytes, filename: 'lopp.csv', ...(onProgress && { onProgress }) },
  );

test.each([0, 500, 2500, 4500, ROWS])(
  'a cut of the connection after %i rows fails the import with server.unavailable, and the next import succeeds',
  async (rowCount) => {
    const failed = await importFile(({ stage, done }) => {
      if (stage === 'storing' && done === rowCount) proxy.cut();
    }).catch((error) => error);
    expect(failed).toBeInstanceOf(Error);
    expect(toAppError(failed).code).toBe('server.unavailable');
    expect(await countStored()).toBe(0);
    expect(await importFile()).toMatchObject({ imported_count: ROWS });
    await testDb.database.sql`truncate events cascade`;
  },
);

test('the connection pool works after more cuts than it has connections', async () => {
  for (let round = 0; round < CUTS; round++) {
    const failed = await importFile(({ stage, done }) => {
      if (stage === 'storing' && done === PROGRESS_STEP * (round % 10)) proxy.cut();
    }).catch((error) => error);
    expect(failed).toBeInstanceOf(Error);
  }
  const results = await Promise.all(Array.from({ length: 20 }, () => database.db.execute(sql`select 1`)));
  expect(results).toHaveLength(20);
  expect(await countStored()).toBe(0);
});
