import { sql } from 'drizzle-orm';
import type { Changes } from '#src/features/audit/contract.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { databaseCode } from '#src/platform/failures.ts';
import { type Collection, withReferringTables } from '../collections/store.ts';

const IMPORT_LOCK = 7_021_003;

/** Returns false if another import is running. */
export async function beginImport(tx: Db): Promise<boolean> {
  await tx.execute(sql`set local statement_timeout = 0`);
  // For the lock that keeps background work out, which may be fetching a large source.
  await tx.execute(sql`set local lock_timeout = '2min'`);
  // The connection is idle while the document is read.
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  // Emptying a table is no deletion: the triggers of migrations 0018 and 0019 keep no evidence then.
  await tx.execute(sql`set local loppkalendern.import = 'on'`);
  const row = await exactlyOne(
    tx.execute<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${sql.raw(String(IMPORT_LOCK))}) as locked`,
    ),
  );
  return row.locked;
}

/** Shorter than PostgreSQL's `deadlock_timeout`: the import gives way, and nobody else's call fails. */
const SHORT_LOCK_TIMEOUT_MS = 900;
/** After so many attempts, the import insists. */
const PATIENT_ATTEMPTS = 40;
const LONG_LOCK_TIMEOUT_MS = 10_000;

/** Filled from the watches, without a foreign key. */
const SEARCHES = 'watched_searches';

/**
 * Locks the tables and all others that the import writes with them. Blocks writes but not reads. `attempt` counts from
 * 1. Call it in a savepoint, which gives the locks back if it fails.
 */
export async function lockTables(tx: Db, tables: readonly Collection[], attempt: number): Promise<void> {
  const names = [...withReferringTables(tables.map(({ name }) => name)), SEARCHES];
  const timeout = attempt <= PATIENT_ATTEMPTS ? SHORT_LOCK_TIMEOUT_MS : LONG_LOCK_TIMEOUT_MS;
  await setLockTimeout(tx, timeout);
  await tx.execute(sql`lock table ${identifiers(names)} in exclusive mode`);
  await setLockTimeout(tx, LONG_LOCK_TIMEOUT_MS);
}

const setLockTimeout = (tx: Db, ms: number) => tx.execute(sql.raw(`set local lock_timeout = ${ms}`));

const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';

/** Whether another transaction was in the way, so that the import can be tried again. */
export function isLockConflict(error: unknown): boolean {
  const code = databaseCode(error);
  return code === DEADLOCK || code === LOCK_TIMEOUT;
}

export async function emptyTable(tx: Db, { name }: Collection): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(name)}`);
}

/** Saves the addresses that members have logged in from, because emptying the table of accounts deletes them. */
export async function saveLoginAddresses(tx: Db): Promise<void> {
  await tx.execute(
    sql`create temporary table saved_addresses on commit drop as select * from marketplace_login_addresses`,
  );
}

export async function restoreLoginAddresses(tx: Db): Promise<void> {
  await tx.execute(sql`
    insert into marketplace_login_addresses select saved.* from saved_addresses saved
    where exists (select from marketplace_users u where u.id = saved.user_id)`);
}

export async function insertBatch(tx: Db, { name, columns }: Collection, batch: string): Promise<void> {
  const columnList = identifiers(columns.map((column) => column.name));
  await tx.execute(sql`
    insert into ${sql.identifier(name)} (${columnList})
    select ${columnList} from json_populate_recordset(null::${sql.identifier(name)}, ${batch}::text::json)`);
}

const identifiers = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );

export async function countRows(tx: Db, { name }: Collection): Promise<number> {
  const row = await exactlyOne(
    tx.execute<{ count: number }>(sql`select count(*)::int as count from ${sql.identifier(name)}`),
  );
  return row.count;
}

const hashTableOf = ({ name }: Collection) => sql.identifier(`before_${name}`);

const rowHashes = ({ name, key }: Collection) => sql`
  select ${identifiers(key)}, hash_record_extended(r, 0) as content from ${sql.identifier(name)} as r`;

/** For {@link countChanges} in the same transaction. */
export async function hashRows(tx: Db, table: Collection): Promise<void> {
  await tx.execute(sql`create temporary table ${hashTableOf(table)} on commit drop as ${rowHashes(table)}`);
}

export function countChanges(tx: Db, table: Collection): Promise<Changes> {
  return exactlyOne(
    tx.execute<Changes>(sql`
    select count(*) filter (where before.content is null)::int as added,
      count(*) filter (where before.content <> now.content)::int as replaced,
      count(*) filter (where now.content is null)::int as removed
    from ${hashTableOf(table)} as before full join (${rowHashes(table)}) as now using (${identifiers(table.key)})`),
  );
}

/** Includes deleted ads that a conversation was about. */
export async function findGreatestNumber(tx: Db): Promise<number> {
  const row = await exactlyOne(
    tx.execute<{ greatest: number | null }>(sql`
    select max(substring(order_number from 4)::bigint)::float8 as greatest from (
      select order_number from announcements union all select order_number from conversations) as numbered`),
  );
  return row.greatest ?? 0;
}

/** The next ad gets the number after `lastNumber`. Unlike `setval`, this is rolled back with the transaction. */
export async function continueNumbers(tx: Db, lastNumber: number): Promise<void> {
  await tx.execute(sql`alter sequence announcement_numbers restart with ${sql.raw(String(lastNumber + 1))}`);
}

export async function renumberBanners(tx: Db): Promise<void> {
  await tx.execute(sql`
    update banners as b set order_index = place.at - 1
    from (select id, row_number() over (order by order_index, id) as at from banners) as place
    where b.id = place.id and b.order_index <> place.at - 1`);
}

export async function findBannerFiles(tx: Db): Promise<string[]> {
  const rows = await tx.execute<{ file_url: string }>(
    sql`select distinct file_url from banners where file_url is not null`,
  );
  return rows.map(({ file_url }) => file_url);
}

export async function hasMessageByNonParticipant(tx: Db): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from messages as m
    join conversations as c on c.id = m.conversation_id
    left join announcements as a on a.id = c.announcement_id
    where m.sender_id is distinct from c.participant_id and m.sender_id is distinct from a.user_id
    limit 1`);
  return rows.length > 0;
}

export async function hasDealStepByNonParticipant(tx: Db): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from deal_steps as s
    join conversations as c on c.id = s.conversation_id
    left join announcements as a on a.id = c.announcement_id
    where s.done_by is distinct from c.participant_id and s.done_by is distinct from a.user_id
    limit 1`);
  return rows.length > 0;
}

export async function hasWatchAboveLastNumber(tx: Db): Promise<boolean> {
  const rows = await tx.execute(sql`
    select from watches join watchers on watchers.id = watches.watcher_id
    where watches.number > watchers.last_number limit 1`);
  return rows.length > 0;
}

const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
/** The SQLSTATE classes of data exceptions and of constraint violations. */
const INVALID_VALUE = /^2[23]/;

export function constraintErrorMessage(error: unknown): string | undefined {
  const code = databaseCode(error) ?? '';
  if (code === FOREIGN_KEY_VIOLATION) return 'En post hänvisar till något som inte finns.';
  if (code === UNIQUE_VIOLATION) return 'Två poster är samma.';
  return INVALID_VALUE.test(code) ? 'En post har ett värde som inte går att lagra.' : undefined;
}

export async function countAdmins(tx: Db): Promise<number> {
  return (await tx.execute(sql`select from admins`)).length;
}
