/** The tests share one PostgreSQL for ever: what killed runs left there goes, what others use stays. */
import { expect, test } from 'bun:test';
import { dropOld, nameOf, testDatabase } from '../support/database';

test('databases of runs that were killed are dropped after an hour, younger ones stay', async () => {
  const { database, drop } = await testDatabase();
  const { sql } = database;
  const now = Date.now();
  const [old, young] = [nameOf(now - 61 * 60_000), nameOf(now - 59 * 60_000)];
  await sql.unsafe(`create database ${old}`);
  await sql.unsafe(`create database ${young}`);
  await dropOld(now);
  const left = await sql`select datname from pg_database where datname in (${old}, ${young})`;
  expect(left.map(({ datname }) => datname)).toEqual([young]);
  expect(await sql`select`).toHaveLength(1);
  await sql.unsafe(`drop database ${young}`);
  await drop();
});
