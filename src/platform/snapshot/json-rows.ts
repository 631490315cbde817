import { is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import type { Reader } from '../database';
import { exactlyOne } from '../database/rows';

const formatInstant = (column: PgColumn) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const formatColumn = (column: SQLWrapper) =>
  is(column, PgColumn) && column.getSQLType() === 'timestamp with time zone' ? formatInstant(column) : column;

/**
 * Returns a JSON array, one row per line. The database writes the JSON, so that rows need not be parsed and mapped
 * here. `fromClause` is the statement from its `from` on.
 */
export async function jsonRows(
  db: Reader,
  columns: Record<string, SQLWrapper>,
  fromClause: SQL,
): Promise<string> {
  const selectList = Object.entries(columns).map(([name, column]) =>
    sql.join([formatColumn(column), sql` as `, sql.identifier(name)]),
  );
  const row = await exactlyOne(
    db.execute<{ json: string }>(sql`
    select coalesce('[' || string_agg(row_to_json(one)::text, E',\\n') || ']', '[]') as json
    from (select ${sql.join(selectList, sql`, `)} ${fromClause}) one`),
  );
  return row.json;
}
