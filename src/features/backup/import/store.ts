import { sql } from 'drizzle-orm';
import type { Admin } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { databaseCode } from '../../../platform/failures';
import type { Collection } from '../collections/store';

const IMPORT_LOCK = 7_021_003;

/** The transaction may take as long as it needs; false when another import is under way. */
export async function beginImport(tx: Db): Promise<boolean> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local lock_timeout = '10s'`);
  // The document is read meanwhile.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  const [row] = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${sql.raw(String(IMPORT_LOCK))}) as mine`,
  );
  return row?.mine === true;
}

/** Whether that admin is there still; they cannot go until the transaction ends. */
export async function holdAdmin(tx: Db, { id }: Admin): Promise<boolean> {
  const rows = await tx.execute(sql`select from admins where id = ${id} for no key update`);
  return rows.length > 0;
}

const DEADLOCK = '40P01';

/**
 * Nobody else writes to those tables from here on; they can be read as they were until the transaction ends. Whoever
 * holds one and waits for another may be in the way: then it is tried again.
 */
export async function lockTables(tx: Db, tables: readonly Collection[], attempts = 5): Promise<void> {
  const names = sql.join(
    tables.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  try {
    await tx.transaction((nested) => nested.execute(sql`lock table ${names} in exclusive mode`));
  } catch (error) {
    if (databaseCode(error) !== DEADLOCK || attempts <= 1) throw error;
    await lockTables(tx, tables, attempts - 1);
  }
}

export async function emptyTable(tx: Db, { name }: Collection): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(name)}`);
}

/** Stores rows that came as one JSON list. */
export async function insertLot(tx: Db, { name, columns }: Collection, lot: string): Promise<void> {
  await tx.execute(sql`
    insert into ${sql.identifier(name)} (${listOf(columns)})
    select ${listOf(columns)} from json_populate_recordset(null::${sql.identifier(name)}, ${lot}::text::json)`);
}

const listOf = (columns: Collection['columns']) =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );

export async function countRows(tx: Db, { name }: Collection): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(name)}`,
  );
  return row?.count ?? 0;
}

/** Takes away every admin but that one; their sessions end. */
export async function deleteOtherAdmins(tx: Db, caller: Admin | undefined): Promise<void> {
  await tx.execute(sql`delete from admins where ${caller ? sql`id <> ${caller.id}` : sql`true`}`);
}

/** As {@link insertLot}, but for whoever stays: neither their id nor their user name comes a second time. */
export async function insertOtherAdmins(
  tx: Db,
  { columns }: Collection,
  lot: string,
  caller: Admin | undefined,
): Promise<void> {
  const isOther = caller ? sql`id <> ${caller.id} and username <> ${caller.username}` : sql`true`;
  await tx.execute(sql`
    insert into admins (${listOf(columns)})
    select ${listOf(columns)} from json_populate_recordset(null::admins, ${lot}::text::json) where ${isOther}`);
}

/**
 * The next ad is numbered after `last`, after every ad that is there, and after all that were numbered before (D13). This
 * is undone with the transaction, which `setval` would not be.
 */
export async function continueNumbers(tx: Db, last: number): Promise<void> {
  const [row] = await tx.execute<{ given: number; next: string }>(sql`
    select (case when is_called then last_value else last_value - 1 end)::float8 as given,
      (greatest(${last}::bigint, (select max(substring(order_number from 4)::bigint) from announcements)) + 1)::text as next
    from announcement_numbers`);
  if (row && Number(row.next) - 1 > row.given)
    await tx.execute(sql`alter sequence announcement_numbers restart with ${sql.raw(row.next)}`);
}

/** The addresses of files that banners show. */
export async function findShownFiles(tx: Db): Promise<string[]> {
  const rows = await tx.execute<{ file_url: string }>(
    sql`select distinct file_url from banners where file_url is not null`,
  );
  return rows.map(({ file_url }) => file_url);
}

/** What the database refuses of a row, in words for the admin; undefined when that is not what happened. */
export function refusalOf(error: unknown): string | undefined {
  const code = databaseCode(error) ?? '';
  if (code === '23503') return 'En post hänvisar till något som inte finns.';
  if (code === '23505') return 'Två poster är samma.';
  return /^2[23]/.test(code) ? 'En post har ett värde som inte går att lagra.' : undefined;
}

export async function hasAdmins(tx: Db): Promise<boolean> {
  return (await tx.execute(sql`select from admins limit 1`)).length > 0;
}
