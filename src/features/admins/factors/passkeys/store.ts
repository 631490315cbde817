import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { adminChallenges, adminPasskeys } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export type ChallengePurpose = 'register' | 'login' | 'confirm';

const isOf = (adminId: string, id: string) =>
  and(eq(adminPasskeys.admin_id, adminId), eq(adminPasskeys.id, id));

export function findPasskeys(db: Reader, adminId: string) {
  return db
    .select({
      id: adminPasskeys.id,
      name: adminPasskeys.name,
      created_at: adminPasskeys.created_at,
      last_used_at: adminPasskeys.last_used_at,
      transports: adminPasskeys.transports,
    })
    .from(adminPasskeys)
    .where(eq(adminPasskeys.admin_id, adminId))
    .orderBy(asc(adminPasskeys.created_at), asc(adminPasskeys.id));
}

export function findPasskey(db: Reader, adminId: string, id: string) {
  return atMostOne(db.select().from(adminPasskeys).where(isOf(adminId, id)));
}

/** Returns false if the passkey is already stored. */
export async function insertPasskey(db: Db, passkey: typeof adminPasskeys.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(adminPasskeys)
    .values(passkey)
    .onConflictDoNothing()
    .returning({ id: adminPasskeys.id });
  return rows.length > 0;
}

export async function recordUse(db: Db, id: string, counter: number, now: string): Promise<void> {
  await db.update(adminPasskeys).set({ counter, last_used_at: now }).where(eq(adminPasskeys.id, id));
}

/** Returns false if the admin has no such passkey. */
export async function renamePasskey(db: Db, adminId: string, id: string, name: string): Promise<boolean> {
  const rows = await db
    .update(adminPasskeys)
    .set({ name })
    .where(isOf(adminId, id))
    .returning({ id: adminPasskeys.id });
  return rows.length > 0;
}

/** Returns its name, or undefined if the admin has no such passkey. */
export async function deletePasskey(db: Db, adminId: string, id: string): Promise<string | undefined> {
  const passkey = await atMostOne(
    db.delete(adminPasskeys).where(isOf(adminId, id)).returning({ name: adminPasskeys.name }),
  );
  return passkey?.name;
}

export async function deletePasskeysOf(db: Db, adminId: string): Promise<void> {
  await db.delete(adminPasskeys).where(eq(adminPasskeys.admin_id, adminId));
}

export async function insertChallenge(db: Db, challenge: typeof adminChallenges.$inferInsert): Promise<void> {
  await db.insert(adminChallenges).values(challenge);
}

/** Deletes the challenge, so that it works once. Returns false if it is unknown, expired or for something else. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  adminId: string,
  purpose: ChallengePurpose,
  now: string,
): Promise<boolean> {
  const rows = await db
    .delete(adminChallenges)
    .where(
      and(
        eq(adminChallenges.challenge, challenge),
        eq(adminChallenges.admin_id, adminId),
        eq(adminChallenges.purpose, purpose),
        gt(adminChallenges.expires_at, now),
      ),
    )
    .returning({ challenge: adminChallenges.challenge });
  return rows.length > 0;
}

export async function deleteExpiredChallenges(db: Db, now: string): Promise<void> {
  await db.delete(adminChallenges).where(lte(adminChallenges.expires_at, now));
}
