import { and, count, eq, isNull } from 'drizzle-orm';
import { adminPasskeys, adminRecoveryCodes, adminSessions, admins } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

/**
 * The row stays locked until the transaction ends, so that no code works twice, and a login that began before the first
 * factor was added needs it too. Undefined if the admin was removed.
 */
export async function lockFactors(db: Db, adminId: string) {
  const admin = await atMostOne(
    db
      .select({
        totp_secret: admins.totp_secret,
        totp_confirmed_at: admins.totp_confirmed_at,
        totp_last_step: admins.totp_last_step,
      })
      .from(admins)
      .where(eq(admins.id, adminId))
      .for('update'),
  );
  if (!admin) return undefined;
  const passkeys = await db
    .select({ id: adminPasskeys.id })
    .from(adminPasskeys)
    .where(eq(adminPasskeys.admin_id, adminId))
    .limit(1);
  return { ...admin, has_totp: admin.totp_confirmed_at !== null, has_passkey: passkeys.length > 0 };
}

export async function countUnusedCodes(db: Reader, adminId: string): Promise<number> {
  const row = await exactlyOne(
    db
      .select({ count: count() })
      .from(adminRecoveryCodes)
      .where(and(eq(adminRecoveryCodes.admin_id, adminId), isNull(adminRecoveryCodes.used_at))),
  );
  return row.count;
}

export async function markSecondFactor(db: Db, sessionId: string): Promise<void> {
  await db.update(adminSessions).set({ has_second_factor: true }).where(eq(adminSessions.id, sessionId));
}
