import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { copyIn, copyOut, decodeCopyText } from '../../src/platform/database/copy';
import { databaseCode } from '../../src/platform/failures';
import { testDatabase } from '../support/database';
import { until } from '../support/process';

let own: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  own = await testDatabase();
});
afterAll(() => own.drop());

const rows = (select: string) => `copy (${select}) to stdout`;

async function linesOf(select: string): Promise<string[]> {
  const { db, sql } = own.database;
  return db.transaction(async (tx) => {
    const all: string[] = [];
    for await (const lines of copyOut(tx, sql, rows(select))) all.push(...lines);
    return all;
  });
}

// Without the patch of CopyDone(), the reader may leave the socket paused (postgres.js, #499).
test('copyOut returns every line once and in order, and the transaction continues', async () => {
  expect(await linesOf('select 1 where false')).toEqual([]);
  expect(await linesOf("select ''")).toEqual(['']);
  const many = await linesOf("select repeat('å', 1000) || n from generate_series(1, 30000) n");
  expect(many.length).toBe(30_000);
  expect(many.every((line, index) => line.endsWith(`å${index + 1}`))).toBe(true);
  const after = await own.database.db.transaction(async (tx) => {
    for await (const _ of copyOut(tx, own.database.sql, rows('select * from generate_series(1, 100000)')));
    return tx.execute<{ n: number }>(sql`select 1 as n`);
  });
  expect(after[0]?.n).toBe(1);
});

test('textOfCopy restores the original text', async () => {
  const text = 'a\tb\nc\\d\re\bf\fg\vh\\n "ö"';
  const [line = ''] = await linesOf(`select E'a\\tb\\nc\\\\d\\re\\bf\\fg\\x0bh\\\\n "ö"'`);
  expect(line).not.toBe(text);
  expect(decodeCopyText(line)).toBe(text);
});

test('an early stop also stops the database, and leaves the connections usable', async () => {
  const { db, sql: others } = own.database;
  const stopped = db.transaction(async (tx) => {
    const endless = rows("select repeat('x', 1000) from generate_series(1, 2000000)");
    for await (const _ of copyOut(tx, others, endless)) throw new Error('enough');
  });
  expect(stopped).rejects.toThrow();
  await stopped.catch(() => {});
  const copying = async () =>
    (
      await others`select 1 from pg_stat_activity where query like 'copy (select repeat%' and state = 'active'
      and datname = current_database()`
    ).length;
  await until(async () => (await copying()) === 0, 5000);
  for (let turn = 0; turn < 20; turn++) expect((await db.execute(sql`select 1 as n`)).length).toBe(1);
});

test('copyOut reports errors of the database', async () => {
  const refused = await linesOf('select nothing').catch((error) => databaseCode(error) ?? error.code);
  expect(refused).toBe('42703');
  const later = await linesOf('select 1 / (n - 30000) from generate_series(1, 60000) n').catch(
    (error) => databaseCode(error) ?? error.code,
  );
  expect(later).toBe('22012');
});

// Without the patch of CopyOutResponse(), the error has no listener yet and ends the process.
test('an error that arrives together with rows fails the call alone', async () => {
  // Few enough rows that the database sends them at once.
  for (let round = 0; round < 5; round++) {
    const failed = linesOf('select 1 / (n - 10) from generate_series(1, 20) n').catch(
      (error) => databaseCode(error) ?? error.code,
    );
    expect(await Promise.race([failed, Bun.sleep(2000)])).toBe('22012');
  }
});

// Without the patch of errored(), the error is never reported (postgres.js, #1173).
test('a COPY that the database rejects at its end fails with its error', async () => {
  const copied = own.database.longRunning.transaction((tx) =>
    copyIn(
      tx,
      own.database.sql,
      'copy banners (id) from stdin',
      (async function* () {
        yield 'no uuid\n';
      })(),
    ),
  );
  const failed = copied.catch((error) => databaseCode(error) ?? error.code);
  expect(await Promise.race([failed, Bun.sleep(2000)])).toBe('22P02');
});
