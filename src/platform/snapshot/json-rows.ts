import { is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';

/**
 * A long list as JSON texts: each page has some rows, separated by a comma and a line feed, as are the pages. `head` and
 * `tail` are around them: those of the list, or of an object in which the list is the last field, `pages`.
 */
export type JsonList = { head: string; pages: readonly string[]; tail: string };

/** Small enough that reading, parsing or encoding a page takes a few milliseconds. */
const PAGE_ROWS = 500;

const formatInstant = (column: PgColumn) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const formatColumn = (column: SQLWrapper) =>
  is(column, PgColumn) && column.getSQLType() === 'timestamp with time zone' ? formatInstant(column) : column;

/**
 * Returns rows as JSON. The database writes it, so that rows need not be mapped here. They are read in pages from one
 * snapshot, so that no single statement and no single result grows with the list. Throws if there are not as many rows
 * as the same snapshot counts: then something lost some on the way.
 */
export async function jsonRows(
  db: Reader,
  columns: Record<string, SQLWrapper>,
  { from, orderBy }: { from: SQL; orderBy: SQL },
): Promise<JsonList> {
  const selectList = Object.entries(columns).map(([name, column]) =>
    sql.join([formatColumn(column), sql` as `, sql.identifier(name)]),
  );
  return db.transaction(
    async (tx) => {
      const { count } = await exactlyOne(
        tx.execute<{ count: number }>(sql`select count(*)::int as count ${from}`),
      );
      await tx.execute(sql`declare list no scroll cursor for
        select row_to_json(one)::text as json from (select ${sql.join(selectList, sql`, `)} ${from} order by ${orderBy}) one`);
      let found = 0;
      const fetchPage = async () => {
        const rows = await tx.execute<{ json: string }>(sql.raw(`fetch ${PAGE_ROWS} from list`));
        found += rows.length;
        return rows.map(({ json }) => json).join(',\n');
      };
      const pages = await Promise.all(Array.from({ length: Math.ceil(count / PAGE_ROWS) }, fetchPage));
      if (found !== count) throw new Error(`A list has ${found} rows, but its snapshot counted ${count}.`);
      return { head: '[', pages, tail: ']' };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
