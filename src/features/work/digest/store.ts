import { and, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { admins } from '../../../../db/schema';
import type { Db, Reader } from '../../../platform/database';

const isDue = (today: string) =>
  and(
    admins.wants_digest,
    isNotNull(admins.email),
    or(sql`${admins.digest_sent_on} is null`, lt(admins.digest_sent_on, today)),
  );

export async function isAnyDue(db: Reader, today: string): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).where(isDue(today)).limit(1)).length > 0;
}

/** No other instance claims them too. */
export async function claimDigests(db: Db, today: string): Promise<{ id: string; email: string }[]> {
  const rows = await db
    .update(admins)
    .set({ digest_sent_on: today })
    .where(isDue(today))
    .returning({ id: admins.id, email: admins.email });
  return rows.map(({ id, email }) => ({ id, email: email ?? '' }));
}

/** Undefined if the admin no longer wants digests at this address. */
export async function findRecipient(db: Reader, id: string, email: string) {
  const [admin] = await db
    .select({ username: admins.username })
    .from(admins)
    .where(and(eq(admins.id, id), eq(admins.email, email), admins.wants_digest));
  return admin;
}
