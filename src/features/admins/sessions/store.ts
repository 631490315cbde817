import { and, eq, gt, lte } from 'drizzle-orm';
import { adminSessions, admins } from '../../../../db/schema';
import type { Db, Reader } from '../../../platform/database';

export async function findByUsername(db: Reader, username: string) {
  const [admin] = await db
    .select({ id: admins.id, username: admins.username, password_hash: admins.password_hash })
    .from(admins)
    .where(eq(admins.username, username));
  return admin;
}

/** The row stays locked until the session is stored, so that a concurrent `endAdminSessions` also ends it. */
export async function recordLogin(db: Db, id: string, password_hash: string, now: string): Promise<boolean> {
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

export async function findSession(db: Reader, tokenHash: string, now: string) {
  const [session] = await db
    .select({
      id: admins.id,
      username: admins.username,
      confirmed_at: adminSessions.confirmed_at,
      must_change_password: admins.must_change_password,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.admin_id))
    .where(and(eq(adminSessions.token_hash, tokenHash), gt(adminSessions.expires_at, now)));
  return session;
}

export async function confirmSession(
  db: Db,
  session: { token_hash: string; admin_id: string; password_hash: string; confirmed_at: string },
): Promise<boolean> {
  const { token_hash, admin_id, password_hash, confirmed_at } = session;
  const [admin] = await db
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.id, admin_id), eq(admins.password_hash, password_hash)))
    .for('share');
  if (!admin) return false;
  const rows = await db
    .update(adminSessions)
    .set({ confirmed_at })
    .where(eq(adminSessions.token_hash, token_hash))
    .returning({ token_hash: adminSessions.token_hash });
  return rows.length > 0;
}

export async function deleteSession(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await db
    .delete(adminSessions)
    .where(eq(adminSessions.token_hash, tokenHash))
    .returning({ admin_id: adminSessions.admin_id });
  return rows.length > 0;
}

export async function deleteSessionsOf(db: Db, adminId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.admin_id, adminId));
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.delete(adminSessions).where(lte(adminSessions.expires_at, now));
}
