import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { adminSessions, admins } from '#db/schema/index.ts';
import { wasMadeBefore } from '#src/platform/clock/sessions.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export async function insertSession(db: Db, session: typeof adminSessions.$inferInsert): Promise<void> {
  await db.insert(adminSessions).values(session);
}

const hasTotp = sql<boolean>`${admins.totp_confirmed_at} is not null`;
const hasPasskey = sql<boolean>`exists (select from admin_passkeys p where p.admin_id = ${admins.id})`;

/**
 * A session without the second factor that its admin has is not found. An older release, which shares the database or
 * did before, opens such sessions.
 */
export function findSession(db: Reader, tokenHash: string, now: string) {
  return atMostOne(
    db
      .select({
        id: admins.id,
        username: admins.username,
        session_id: adminSessions.id,
        confirmed_at: adminSessions.confirmed_at,
        last_used_at: adminSessions.last_used_at,
        must_change_password: admins.must_change_password,
        has_totp: hasTotp,
        has_passkey: hasPasskey,
      })
      .from(adminSessions)
      .innerJoin(admins, eq(admins.id, adminSessions.admin_id))
      .where(
        and(
          eq(adminSessions.token_hash, tokenHash),
          gt(adminSessions.expires_at, now),
          wasMadeBefore(adminSessions.created_at, now),
          sql`(${adminSessions.has_second_factor} or not (${hasTotp} or ${hasPasskey}))`,
        ),
      ),
  );
}

/** Without `adminId`, those of all admins. */
export function findSessions(db: Reader, now: string, adminId: string | undefined) {
  return db
    .select({
      id: adminSessions.id,
      username: admins.username,
      device: adminSessions.device,
      created_at: adminSessions.created_at,
      last_used_at: adminSessions.last_used_at,
      has_second_factor: adminSessions.has_second_factor,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.admin_id))
    .where(and(gt(adminSessions.expires_at, now), adminId ? eq(adminSessions.admin_id, adminId) : undefined))
    .orderBy(desc(adminSessions.last_used_at), desc(adminSessions.created_at));
}

export async function touchSession(db: Db, id: string, now: string): Promise<void> {
  await db.update(adminSessions).set({ last_used_at: now }).where(eq(adminSessions.id, id));
}

export async function confirmSession(
  db: Db,
  session: { token_hash: string; admin_id: string; password_hash: string; confirmed_at: string },
): Promise<boolean> {
  const { token_hash, admin_id, password_hash, confirmed_at } = session;
  const admin = await atMostOne(
    db
      .select({ id: admins.id })
      .from(admins)
      .where(and(eq(admins.id, admin_id), eq(admins.password_hash, password_hash)))
      .for('share'),
  );
  if (!admin) return false;
  const rows = await db
    .update(adminSessions)
    .set({ confirmed_at })
    .where(eq(adminSessions.token_hash, token_hash))
    .returning({ token_hash: adminSessions.token_hash });
  return rows.length > 0;
}

/** Returns false if there was no such session. */
export async function deleteSession(db: Db, tokenHash: string): Promise<boolean> {
  const rows = await db
    .delete(adminSessions)
    .where(eq(adminSessions.token_hash, tokenHash))
    .returning({ id: adminSessions.id });
  return rows.length > 0;
}

/** Returns its admin, or undefined if there was no such session. */
export async function deleteSessionById(db: Db, id: string) {
  const session = await atMostOne(
    db.delete(adminSessions).where(eq(adminSessions.id, id)).returning({ admin_id: adminSessions.admin_id }),
  );
  if (!session) return undefined;
  return atMostOne(
    db.select({ username: admins.username }).from(admins).where(eq(admins.id, session.admin_id)),
  );
}

export async function deleteOtherSessions(db: Db, adminId: string, keptId: string): Promise<void> {
  await db
    .delete(adminSessions)
    .where(and(eq(adminSessions.admin_id, adminId), ne(adminSessions.id, keptId)));
}

export async function deleteSessionsOf(db: Db, adminId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.admin_id, adminId));
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.delete(adminSessions).where(lte(adminSessions.expires_at, now));
}
