import { expect, test } from 'bun:test';
import { databaseNameAt, dropOldDatabases, testDatabase } from '../support/database';

test('databases of killed runs are dropped after an hour, and younger ones stay', async () => {
  const { database, drop } = await testDatabase();
  const { sql } = database;
  const now = Date.now();
  const [old, young] = [databaseNameAt(now - 61 * 60_000), databaseNameAt(now - 59 * 60_000)];
  await sql.unsafe(`create database ${old}`);
  await sql.unsafe(`create database ${young}`);
  await dropOldDatabases(now);
  const remaining = await sql`select datname from pg_database where datname in (${old}, ${young})`;
  expect(remaining.map(({ datname }) => datname)).toEqual([young]);
  expect(await sql`select`).toHaveLength(1);
  await sql.unsafe(`drop database ${young}`);
  await drop();
});
