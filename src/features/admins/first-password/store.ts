import { and, eq } from 'drizzle-orm';
import { admins } from '#db/schema/index.ts';
import type { Reader } from '#src/platform/database.ts';

/** The name of the admin that is created at the first start. */
export const FIRST_ADMIN = 'admin';

/** Other admins who must change their password were added in the portal. */
export async function isFirstPasswordInUse(db: Reader): Promise<boolean> {
  const rows = await db
    .select({ id: admins.id })
    .from(admins)
    .where(and(eq(admins.username, FIRST_ADMIN), eq(admins.must_change_password, true)));
  return rows.length > 0;
}
