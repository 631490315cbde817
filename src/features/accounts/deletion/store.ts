import { and, eq, inArray, sql } from 'drizzle-orm';
import { accounts, announcements, conversations, deletedAccounts } from '../../../../db/schema';
import type { Db, Reader } from '../../../platform/database';

const DELETION_LOCK = 7_021_004;

/** Deletions go one at a time: two who have written to each other would else wait for each other. */
export async function lockDeletions(db: Reader): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${DELETION_LOCK})`);
}

/**
 * Whom the account writes with, while nobody else begins to: whoever writes to them, or for one of their ads, waits for
 * the account.
 */
export async function holdCorrespondents(db: Reader, id: string): Promise<string[]> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
  const rows = await db.execute<{ id: string }>(sql`
    select c.participant_id as id from ${conversations} c join ${announcements} a on a.id = c.announcement_id
      where a.user_id = ${id}
    union
    select a.user_id from ${conversations} c join ${announcements} a on a.id = c.announcement_id
      where c.participant_id = ${id}`);
  return [...rows].map((row) => row.id);
}

/**
 * Whose account was deleted; undefined when there is none. With it go its sessions, links and user names, its ads with
 * what was written about them, what it wrote itself, and the reports about it; a report that it made has nobody's name.
 */
export async function removeAccount(db: Db, id: string) {
  const { full_name, email } = accounts;
  const [removed] = await db.delete(accounts).where(eq(accounts.id, id)).returning({ full_name, email });
  return removed;
}

/** Notes for every import to come that the account was deleted (D19). */
export async function noteDeletion(db: Db, note: typeof deletedAccounts.$inferInsert): Promise<void> {
  await db.insert(deletedAccounts).values(note).onConflictDoNothing();
}

export async function findPasswordHash(db: Reader, id: string): Promise<string | undefined> {
  const [account] = await db
    .select({ password_hash: accounts.password_hash })
    .from(accounts)
    .where(eq(accounts.id, id));
  return account?.password_hash;
}

/** Whether the account has that password still; if so nobody changes it until the caller's transaction ends. */
export async function holdWithPassword(db: Reader, id: string, hash: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.password_hash, hash)))
    .for('update');
  return rows.length > 0;
}

export async function findDeletedAccounts(db: Reader): Promise<{ byAdmin: string[]; bySelf: string[] }> {
  const rows = await db
    .select({ id: accounts.id, by_self: deletedAccounts.by_self })
    .from(accounts)
    .innerJoin(
      deletedAccounts,
      sql`${deletedAccounts.id_hash} = encode(sha256(convert_to(${accounts.id}::text, 'UTF8')), 'hex')`,
    );
  const idsOf = (bySelf: boolean) => rows.filter((row) => row.by_self === bySelf).map(({ id }) => id);
  return { byAdmin: idsOf(false), bySelf: idsOf(true) };
}

const AT_ONCE = 1000;

export async function removeAccounts(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await db.delete(accounts).where(inArray(accounts.id, ids.slice(from, from + AT_ONCE)));
  }
}
