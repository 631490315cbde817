import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { copyOut, decodeCopyText } from '#src/platform/database/copy.ts';
import { databaseCode } from '#src/platform/failures.ts';
import { testDatabase } from '#tests/support/database.ts';
import { until } from '#tests/support/process.ts';

const testDb = await testDatabase();
afterAll(() => testDb.drop());

const copyStatement = (select: string) => `copy (${select}) to stdout`;

async function readLines(select: string): Promise<string[]> {
  const { longRunning, sql } = testDb.database;
  return longRunning.transaction(async (tx) => {
    const allLines: string[] = [];
    for await (const lines of copyOut(tx, sql, copyStatement(select))) allLines.push(...lines);
    return allLines;
  });
}

// Without the patch of CopyDone(), the reader may leave the socket paused (postgres.js, #499).
test('copyOut returns every line once and in order, and the transaction continues', async () => {
  expect(await readLines('select 1 where false')).toEqual([]);
  expect(await readLines("select ''")).toEqual(['']);
  const manyLines = await readLines("select repeat('å', 1000) || n from generate_series(1, 30000) n");
  expect(manyLines.length).toBe(30_000);
  expect(manyLines.every((line, index) => line.endsWith(`å${index + 1}`))).toBe(true);
  const rowsAfter = await testDb.database.longRunning.transaction(async (tx) => {
    for await (const _ of copyOut(
      tx,
      testDb.database.sql,
      copyStatement('select * from generate_series(1, 100000)'),
    ));
    return tx.execute<{ n: number }>(sql`select 1 as n`);
  });
  expect(rowsAfter[0]?.n).toBe(1);
});

test('decodeCopyText restores the original text', async () => {
  const text = 'a\tb\nc\\d\re\bf\fg\vh\\n "ö"';
  const [line = ''] = await readLines(`select E'a\\tb\\nc\\\\d\\re\\bf\\fg\\x0bh\\\\n "ö"'`);
  expect(line).not.toBe(text);
  expect(decodeCopyText(line)).toBe(text);
});

test('an early stop also stops the database, and leaves the connections usable', async () => {
  const { db, sql: otherSql } = testDb.database;
  const stoppedTransaction = db.transaction(async (tx) => {
    const longCopy = copyStatement("select repeat('x', 1000) from generate_series(1, 2000000)");
    for await (const _ of copyOut(tx, otherSql, longCopy)) throw new Error('enough');
  });
  await expect(stoppedTransaction).rejects.toThrow();
  await stoppedTransaction.catch(() => {});
  const countActiveCopies = async () =>
    (
      await otherSql`select 1 from pg_stat_activity where query like 'copy (select repeat%' and state = 'active'
      and datname = current_database()`
    ).length;
  await until(async () => (await countActiveCopies()) === 0, 5000);
  for (let i = 0; i < 20; i++) expect((await db.execute(sql`select 1 as n`)).length).toBe(1);
});

test('copyOut reports errors of the database', async () => {
  const errorAtStart = await readLines('select nothing').catch((error) => databaseCode(error) ?? error.code);
  expect(errorAtStart).toBe('42703');
  const errorAfterRows = await readLines('select 1 / (n - 30000) from generate_series(1, 60000) n').catch(
    (error) => databaseCode(error) ?? error.code,
  );
  expect(errorAfterRows).toBe('22012');
});

// Without the patch of CopyOutResponse(), the error has no listener yet and ends the process.
test('an error that arrives together with rows fails the call alone', async () => {
  // Few enough rows that the database sends them at once.
  for (let round = 0; round < 5; round++) {
    const errorCode = readLines('select 1 / (n - 10) from generate_series(1, 20) n').catch(
      (error) => databaseCode(error) ?? error.code,
    );
    expect(await Promise.race([errorCode, Bun.sleep(2000)])).toBe('22012');
  }
});
