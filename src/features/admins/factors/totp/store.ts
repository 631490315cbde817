import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { admins } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';

const NO_TOTP = { totp_secret: null, totp_confirmed_at: null, totp_last_step: null };

/** Returns false if the admin already has an app for codes. */
export async function storePendingSecret(db: Db, adminId: string, totp_secret: string): Promise<boolean> {
  const rows = await db
    .update(admins)
    .set({ totp_secret, totp_last_step: null })
    .where(and(eq(admins.id, adminId), isNull(admins.totp_confirmed_at)))
    .returning({ id: admins.id });
  return rows.length > 0;
}

export async function confirmSecret(db: Db, adminId: string, step: number, now: string): Promise<void> {
  await db.update(admins).set({ totp_confirmed_at: now, totp_last_step: step }).where(eq(admins.id, adminId));
}

export async function storeStep(db: Db, adminId: string, step: number): Promise<void> {
  await db.update(admins).set({ totp_last_step: step }).where(eq(admins.id, adminId));
}

/** Returns false if the admin has no app for codes. */
export async function deleteTotp(db: Db, adminId: string): Promise<boolean> {
  const rows = await db
    .update(admins)
    .set(NO_TOTP)
    .where(and(eq(admins.id, adminId), isNotNull(admins.totp_confirmed_at)))
    .returning({ id: admins.id });
  return rows.length > 0;
}
