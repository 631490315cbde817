import { asc, eq, sql } from 'drizzle-orm';
import { admins } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export function findAdmins(db: Reader) {
  return db
    .select({
      id: admins.id,
      username: admins.username,
      created_at: admins.created_at,
      last_login: admins.last_login,
      must_change_password: admins.must_change_password,
      has_totp: sql<boolean>`totp_confirmed_at is not null`,
      passkey_count: sql<number>`(select count(*)::int from admin_passkeys p where p.admin_id = admins.id)`,
      email: admins.email,
      wants_digest: admins.wants_digest,
    })
    .from(admins)
    .orderBy(asc(admins.username));
}

/** Returns undefined if the name is taken. */
export function insertAdmin(db: Db, admin: typeof admins.$inferInsert) {
  return atMostOne(
    db
      .insert(admins)
      .values(admin)
      .onConflictDoNothing({ target: admins.username })
      .returning({ id: admins.id }),
  );
}

/** Locks all of them, so that concurrent removals cannot leave none. */
export function lockAdmins(db: Db) {
  return db
    .select({ id: admins.id, username: admins.username })
    .from(admins)
    .orderBy(asc(admins.id))
    .for('update');
}

/** The sessions and factors are removed by their foreign keys. */
export async function deleteAdmin(db: Db, id: string): Promise<void> {
  await db.delete(admins).where(eq(admins.id, id));
}

export async function updateDigest(
  db: Db,
  id: string,
  digest: { email: string | null; wants_digest: boolean },
  yesterday: string,
): Promise<void> {
  await db
    .update(admins)
    .set({
      ...digest,
      // If an admin turns the digest on during the week, the first one is sent on the next Monday.
      ...(digest.wants_digest && {
        digest_sent_on: sql`case when wants_digest then digest_sent_on else greatest(digest_sent_on, ${yesterday}::date) end`,
      }),
    })
    .where(eq(admins.id, id));
}
