import { and, count, desc, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts, announcements, blocks } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

/** The first key of the advisory locks of pairs of members. */
const PAIR_LOCKS = 7_021_005;

const pairKey = (a: string, b: string | SQL) =>
  sql`hashtext(least(${a}::uuid, ${b}::uuid)::text || greatest(${a}::uuid, ${b}::uuid)::text)`;

/** Waits for transactions that write something between the two members, and makes later ones wait. */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${PAIR_LOCKS}, ${pairKey(a, b)})`);
}

/**
 * Call it in the transaction that writes something between two members. A concurrent block waits for that transaction.
 * Lock order: accounts, pairs, ads, conversations, because a block updates ads.
 */
export async function shareLockPair(db: Db, a: string, b: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${PAIR_LOCKS}, ${pairKey(a, b)})`);
}

/** The same for the member and the owner of the ad. Locks nothing if the ad does not exist. */
export async function shareLockPairOfAd(db: Db, memberId: string, announcementId: string): Promise<void> {
  const owner = sql`(select user_id from ${announcements} where id = ${announcementId})`;
  await db.execute(sql`select pg_advisory_xact_lock_shared(${PAIR_LOCKS}, ${pairKey(memberId, owner)})`);
}

const isBlock = (blocker: string, blocked: string) =>
  and(eq(blocks.blocker_id, blocker), eq(blocks.blocked_id, blocked));

/** Whether one of the two has blocked the other. Both are ids of members, as columns or values. */
export const isBlockedPair = (a: SQLWrapper | string, b: SQLWrapper | string) => sql<boolean>`exists (
  select from ${blocks} where (${blocks.blocker_id}, ${blocks.blocked_id}) in ((${a}, ${b}), (${b}, ${a})))`;

export async function hasBlock(db: Reader, a: string, b: string): Promise<boolean> {
  const row = await exactlyOne(
    db.execute<{ blocked: boolean }>(sql`select ${isBlockedPair(a, b)} as blocked`),
  );
  return row.blocked;
}

export async function countBlocks(db: Reader, blocker: string): Promise<number> {
  const row = await exactlyOne(
    db.select({ count: count() }).from(blocks).where(eq(blocks.blocker_id, blocker)),
  );
  return row.count;
}

export function findBlocks(db: Reader, blocker: string) {
  return db
    .select({ user_id: blocks.blocked_id, name: accounts.full_name, created_at: blocks.created_at })
    .from(blocks)
    .innerJoin(accounts, eq(accounts.id, blocks.blocked_id))
    .where(eq(blocks.blocker_id, blocker))
    .orderBy(desc(blocks.created_at), desc(blocks.blocked_id));
}

export function findBlock(db: Reader, blocker: string, blocked: string) {
  return atMostOne(
    db
      .select({ user_id: blocks.blocked_id, name: accounts.full_name, created_at: blocks.created_at })
      .from(blocks)
      .innerJoin(accounts, eq(accounts.id, blocks.blocked_id))
      .where(isBlock(blocker, blocked)),
  );
}

export async function insertBlock(db: Db, blocker: string, blocked: string, now: string): Promise<void> {
  await db.insert(blocks).values({ blocker_id: blocker, blocked_id: blocked, created_at: now });
}

/** Returns false if there was no block. */
export async function deleteBlock(db: Db, blocker: string, blocked: string): Promise<boolean> {
  const rows = await db
    .delete(blocks)
    .where(isBlock(blocker, blocked))
    .returning({ blocked_id: blocks.blocked_id });
  return rows.length > 0;
}

/** Ends the reservations of ads of either member for the other. */
export async function freeReservations(db: Db, a: string, b: string): Promise<void> {
  const isReserved = (owner: string, holder: string) =>
    and(eq(announcements.user_id, owner), eq(announcements.reserved_for, holder));
  await db
    .update(announcements)
    .set({ reserved_for: null, reserved_until: null, is_reservation_prolonged: false })
    .where(or(isReserved(a, b), isReserved(b, a)));
}
