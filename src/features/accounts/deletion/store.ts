import { eq, sql } from 'drizzle-orm';
import { accounts, announcements, conversations, deletedAccounts } from '../../../../db/schema';
import type { Db } from '../../../platform/database';

const DELETION_LOCK = 7_021_004;

/** Deletions go one at a time: two who have written to each other would else wait for each other. */
export async function lockDeletions(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${DELETION_LOCK})`);
}

/**
 * Whom the account writes with, while nobody else begins to: whoever writes to them, or for one of their ads, waits for
 * the account.
 */
export async function holdCorrespondents(db: Db, id: string): Promise<string[]> {
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
 * what was written about them, what it wrote itself, and the reports about it; of a report that it made its name and
 * address stay.
 */
export async function removeAccount(db: Db, id: string) {
  const { full_name, email } = accounts;
  const [removed] = await db.delete(accounts).where(eq(accounts.id, id)).returning({ full_name, email });
  return removed;
}

/** Notes for every import to come that the account was deleted (D19). */
export async function noteDeletion(db: Db, id_hash: string, deleted_at: string): Promise<void> {
  await db.insert(deletedAccounts).values({ id_hash, deleted_at }).onConflictDoNothing();
}
