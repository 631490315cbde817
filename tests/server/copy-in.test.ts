import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql as statement } from 'drizzle-orm';
import { copyIn } from '../../src/platform/database/copy';
import { testDatabase } from '../support/database';

let testDb: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  testDb = await testDatabase();
  await testDb.database.sql`create table copied (id int not null)`;
});
afterAll(() => testDb.drop());

/** More than the number of connections in the pool, so that an unusable one would be used again. */
const COPY_COUNT = 12;

test.each([
  ['a single invalid row', 1],
  ['20,000 invalid rows in chunks', 20_000],
])('copyIn of %s throws the database error, and leaves the connection usable', async (_, rowCount) => {
  const { database } = testDb;
  async function* chunks() {
    for (let row = 0; row < rowCount; row += 1000) yield 'no number\n'.repeat(Math.min(rowCount, 1000));
  }
  for (let copy = 0; copy < COPY_COUNT; copy++) {
    const pendingCopy = database.db.transaction((tx) =>
      copyIn(tx, database.sql, 'copy copied (id) from stdin', chunks()),
    );
    await expect(pendingCopy).rejects.toThrow('invalid input syntax');
  }
  expect(await database.db.execute(statement`select 1 as one`)).toHaveLength(1);
  expect(await database.sql`select from copied`).toHaveLength(0);
});
