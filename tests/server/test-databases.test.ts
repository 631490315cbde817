import { expect, test } from 'bun:test';
import { databaseNameAt, dropOldDatabases, testDatabase } from '#tests/support/database.ts';

test('databases of killed runs are dropped after an hour, and younger ones stay', async () => {
  const { database, drop } = await testDatabase();
  const { sql } = database;
  const now = Date.now();
  const [oldName, recentName] = [databaseNameAt(now - 61 * 60_000), databaseNameAt(now - 59 * 60_000)];
  await sql.unsafe(`create database ${oldName}`);
  await sql.unsafe(`create database ${recentName}`);
  await dropOldDatabases(now);
  const remainingRows =
    await sql`select datname from pg_database where datname in (${oldName}, ${recentName})`;
  expect(remainingRows.map(({ datname }) => datname)).toEqual([recentName]);
  expect(await sql`select`).toHaveLength(1);
  await sql.unsafe(`drop database ${recentName}`);
  await drop();
});
