import { and, eq } from 'drizzle-orm';
import { admins } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export function findByUsername(db: Reader, username: string) {
  return atMostOne(
    db
      .select({ id: admins.id, username: admins.username, password_hash: admins.password_hash })
      .from(admins)
      .where(eq(admins.username, username)),
  );
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
