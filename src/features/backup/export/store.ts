import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/database';
import type { Collection } from '../collections/store';

/** How many rows are asked for at a time: as many as come to so many characters, as far as those before tell. */
const LOT = 512 * 1024;
const ROWS_AT_FIRST = 200;
const ROWS_AT_MOST = 4000;

/** A transaction that sees the whole database as it was at one moment, for as long as it takes. */
export function inSnapshot<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return work(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** The records of a collection as lines of JSON, a lot at a time, in the order of their key. */
export async function* readLines(tx: Db, { name, columns, key }: Collection): AsyncGenerator<string[]> {
  const cursor = sql.identifier(`backup_${name}`);
  const selected = columns.map((column) => {
    const value = sql.identifier(column.name);
    return column.kind === 'instant'
      ? // All that the database knows of it: its own JSON would, too, but says the zone another way (D4).
        sql`to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as ${value}`
      : sql`${value}`;
  });
  const byKey = key.map((column) => {
    const { kind } = columns.find((one) => one.name === column) ?? {};
    // The same order on every machine, whatever its language is.
    return kind === 'text' ? sql`${sql.identifier(column)} collate "C"` : sql.identifier(column);
  });
  await tx.execute(sql`
    declare ${cursor} no scroll cursor for
    select row_to_json(record)::text as line from (
      select ${sql.join(selected, sql`, `)} from ${sql.identifier(name)} order by ${sql.join(byKey, sql`, `)}
    ) as record`);
  // A promise: what Drizzle gives runs anew each time that it is waited for.
  const fetch = async (rows: number) =>
    await tx.execute<{ line: string }>(sql`fetch ${sql.raw(String(rows))} from ${cursor}`);
  let coming = fetch(ROWS_AT_FIRST);
  for (;;) {
    const lines = (await coming).map(({ line }) => line);
    if (lines.length === 0) break;
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    // The database makes the next ones while these are written.
    coming = fetch(Math.max(1, Math.min(ROWS_AT_MOST, Math.floor((LOT * lines.length) / length))));
    coming.catch(() => {});
    yield lines;
  }
  await tx.execute(sql`close ${cursor}`);
}

/** The last number that an ad was given; 0 when none was. */
export async function findLastNumber(tx: Db): Promise<number> {
  const [row] = await tx.execute<{ last: number }>(sql`
    select (case when is_called then last_value else last_value - 1 end)::float8 as last
    from announcement_numbers`);
  return row?.last ?? 0;
}
