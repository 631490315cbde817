import { eq, sql } from 'drizzle-orm';
import { accounts, admins, announcements, banners, events } from '#db/schema/index.ts';
import { WAITING } from '#src/features/work/service.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export async function hasAdmins(db: Reader): Promise<boolean> {
  return (await db.select({ id: admins.id }).from(admins).limit(1)).length > 0;
}

export function findCredentials(db: Reader, username: string) {
  return atMostOne(
    db
      .select({
        id: admins.id,
        password_hash: admins.password_hash,
        must_change_password: admins.must_change_password,
      })
      .from(admins)
      .where(eq(admins.username, username)),
  );
}

export async function updatePassword(db: Db, id: string, password_hash: string): Promise<void> {
  await db.update(admins).set({ password_hash, must_change_password: false }).where(eq(admins.id, id));
}

export async function upsertAdmin(db: Db, username: string, password_hash: string, created_at: string) {
  return exactlyOne(
    db
      .insert(admins)
      .values({ username, password_hash, created_at })
      .onConflictDoUpdate({ target: admins.username, set: { password_hash, must_change_password: false } })
      .returning({ id: admins.id, isNew: sql<boolean>`xmax = 0` }),
  );
}

export async function insertFirstAdmin(db: Db, username: string, password_hash: string, created_at: string) {
  const rows = await db
    .insert(admins)
    .values({ username, password_hash, must_change_password: true, created_at })
    .onConflictDoNothing({ target: admins.username })
    .returning({ id: admins.id });
  return rows.length > 0;
}

/** One statement, so that all counts are from the same moment. */
export function countForOverview(db: Reader) {
  const count = (table: unknown) => sql`(select count(*)::int from ${table})`;
  const waiting = (kind: keyof typeof WAITING) => count(sql`(${WAITING[kind]}) waiting`);
  return exactlyOne(
    db.execute<Record<string, number>>(sql`select
    ${count(events)} as events,
    ${waiting('submissions')} + ${waiting('proposals')} as pending_submissions,
    ${count(announcements)} as announcements,
    ${count(accounts)} as users,
    ${waiting('reports')} as open_reports,
    ${waiting('notices')} + ${waiting('objections')} as open_cases,
    ${count(banners)} as banners,
    ${waiting('contact_messages')} as unread_messages`),
  );
}
