import { and, eq, gt, lte } from 'drizzle-orm';
import { adminSessions, admins } from '../../../../db/schema';
import type { Db } from '../../../platform/database';

export async function findByUsername(db: Db, username: string) {
  const [admin] = await db
    .select({ id: admins.id, username: admins.username, password_hash: admins.password_hash })
    .from(admins)
    .where(eq(admins.username, username));
  return admin;
}

/** Notes a log-in, unless the admin got another password since they were read; the row is locked until the session is stored. */
export async function markLogin(db: Db, id: string, password_hash: string, now: string): Promise<boolean> {
  const rows = await db
    .update(admins)
    .set({ last_login: now })
    .where(and(eq(admins.id, id), eq(admins.password_hash, password_hash)))
    .returning({ id: admins.id });
  return rows.length > 0;
}

export async function insertSession(db: Db, session: typeof adminSessions.$inferInsert): Promise<void> {
  await db.insert(adminSessions).values(session);
}

/** Which admin is logged in with that token at that instant. */
export async function findAdmin(db: Db, tokenHash: string, now: string) {
  const [admin] = await db
    .select({ id: admins.id, username: admins.username })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.admin_id))
    .where(and(eq(adminSessions.token_hash, tokenHash), gt(adminSessions.expires_at, now)));
  return admin;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.token_hash, tokenHash));
}

export async function deleteSessionsOf(db: Db, adminId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.admin_id, adminId));
}

/** Removes sessions that had run out by then. */
export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.delete(adminSessions).where(lte(adminSessions.expires_at, now));
}
