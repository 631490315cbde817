import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { admins } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

/** `monday` is the Monday of this week. */
const isDue = (monday: string) =>
  and(
    admins.wants_digest,
    isNotNull(admins.email),
    or(isNull(admins.digest_sent_on), lt(admins.digest_sent_on, monday)),
  );

export async function isAnyDue(db: Reader, monday: string): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).where(isDue(monday)).limit(1)).length > 0;
}

/** No other instance claims them too. */
export async function claimDigests(
  db: Db,
  { today, monday }: { today: string; monday: string },
): Promise<{ id: string; email: string }[]> {
  const rows = await db
    .update(admins)
    .set({ digest_sent_on: today })
    .where(isDue(monday))
    .returning({ id: admins.id, email: admins.email });
  return rows.map(({ id, email }) => ({ id, email: email ?? '' }));
}

/** Undefined if the admin no longer wants digests at this address. */
export function findRecipient(db: Reader, id: string, email: string) {
  return atMostOne(
    db
      .select({ username: admins.username })
      .from(admins)
      .where(and(eq(admins.id, id), eq(admins.email, email), admins.wants_digest)),
  );
}
