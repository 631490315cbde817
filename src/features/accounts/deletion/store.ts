import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import {
  accounts,
  announcements,
  conversations,
  deletedAccounts,
  mergedWatchers,
  watchers,
  watchRequests,
} from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

const DELETION_LOCK = 7_021_004;

/** Serializes deletions: two accounts with a common conversation would deadlock. */
export async function lockDeletions(db: Reader): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${DELETION_LOCK})`);
}

/** New conversations with the account or about its ads wait for this lock. */
export async function lockAccountAndFindCorrespondents(db: Reader, id: string): Promise<string[]> {
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
  // The deletion also updates ads that are reserved for the account. Ads are locked before conversations.
  await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(or(eq(announcements.user_id, id), eq(announcements.reserved_for, id)))
    .orderBy(asc(announcements.id))
    .for('update');
  const rows = await db.execute<{ id: string }>(sql`
    select c.participant_id as id from ${conversations} c join ${announcements} a on a.id = c.announcement_id
      where a.user_id = ${id}
    union
    select a.user_id from ${conversations} c join ${announcements} a on a.id = c.announcement_id
      where c.participant_id = ${id}`);
  return [...rows].map((row) => row.id);
}

/** That of the account, and those of visitors that were merged into it. */
export async function findWatcherIds(db: Reader, id: string): Promise<string[]> {
  const rows = await db
    .select({ id: watchers.id, merged_id: mergedWatchers.id })
    .from(watchers)
    .leftJoin(mergedWatchers, eq(mergedWatchers.watcher_id, watchers.id))
    .where(eq(watchers.user_id, id));
  return [...new Set(rows.flatMap(({ id, merged_id }) => (merged_id ? [id, merged_id] : [id])))];
}

export async function removeWatchRequests(db: Db, email: string): Promise<void> {
  await db.delete(watchRequests).where(eq(watchRequests.email, email));
}

/** Sessions, links, user names, ads, watches, messages and reports about the account are deleted by cascade. */
export function removeAccount(db: Db, id: string) {
  const { full_name, email } = accounts;
  return atMostOne(db.delete(accounts).where(eq(accounts.id, id)).returning({ full_name, email }));
}

/** Records the deletion, so that no later import restores the account. */
export async function recordDeletion(db: Db, deletion: typeof deletedAccounts.$inferInsert): Promise<void> {
  await db.insert(deletedAccounts).values(deletion).onConflictDoNothing();
}

export async function findPasswordHash(db: Reader, id: string): Promise<string | undefined> {
  const account = await atMostOne(
    db.select({ password_hash: accounts.password_hash }).from(accounts).where(eq(accounts.id, id)),
  );
  return account?.password_hash;
}

export async function lockAccountWithPassword(db: Reader, id: string, hash: string): Promise<boolean> {
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

const BATCH_SIZE = 1000;

export async function removeAccounts(db: Db, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    await db.delete(accounts).where(inArray(accounts.id, ids.slice(from, from + BATCH_SIZE)));
  }
}
