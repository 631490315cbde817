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

/** More than the number of connections in the pool. */
const REPETITIONS = 12;

test.each([
  ['at once', 1],
  ['while more is sent', 20_000],
])('copyIn reports a database error %s, and leaves the connection usable', async (_when, rows) => {
  const { database } = testDb;
  async function* pieces() {
    for (let row = 0; row < rows; row += 1000) yield 'no number\n'.repeat(Math.min(rows, 1000));
  }
  for (let repetition = 0; repetition < REPETITIONS; repetition++) {
    const pendingCopy = database.db.transaction((tx) =>
      copyIn(tx, database.sql, 'copy copied (id) from stdin', pieces()),
    );
    await expect(pendingCopy).rejects.toThrow('invalid input syntax');
  }
  expect(await database.db.execute(statement`select 1 as one`)).toHaveLength(1);
  expect(await database.sql`select from copied`).toHaveLength(0);
});
