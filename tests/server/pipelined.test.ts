import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { pipelined } from '#src/platform/database/pipelined.ts';
import { databaseCode } from '#src/platform/failures.ts';
import { testDatabase } from '#tests/support/database.ts';

const DIVISION_BY_ZERO = '22012';

const testDb = await testDatabase();
afterAll(() => testDb.drop());

/** The first statement aborts the transaction, so the second fails too (25P02). The first error arrives last. */
async function runFailingStatements(
  combine: (statements: Promise<unknown>[]) => Promise<unknown>,
): Promise<unknown> {
  return testDb.database.db
    .transaction((tx) => {
      const failingStatement = tx.execute(sql`select 1 / 0`).catch(async (error) => {
        await Bun.sleep(20);
        throw error;
      });
      return combine([failingStatement, tx.execute(sql`select 1`)]);
    })
    .then(
      () => 'done',
      (error) => databaseCode(error),
    );
}

test('pipelined rejects with the error that ended the transaction, even if another one arrives first', async () => {
  expect(await runFailingStatements((statements) => pipelined(statements))).toBe(DIVISION_BY_ZERO);
  // With Promise.all it is the error that the database returns for every later statement.
  expect(await runFailingStatements((statements) => Promise.all(statements))).toBe('25P02');
});

test('pipelined returns the results in the order of the statements', async () => {
  const [firstRows, secondRows] = await testDb.database.db.transaction((tx) =>
    pipelined([tx.execute(sql`select 1 as n`), tx.execute(sql`select 2 as n`)]),
  );
  expect([firstRows[0]?.n, secondRows[0]?.n]).toEqual([1, 2]);
});
