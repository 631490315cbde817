import { and, eq, isNull } from 'drizzle-orm';
import { adminRecoveryCodes } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';

export async function deleteCodes(db: Db, adminId: string): Promise<void> {
  await db.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.admin_id, adminId));
}

export async function insertCodes(db: Db, adminId: string, hashes: readonly string[]): Promise<void> {
  await db.insert(adminRecoveryCodes).values(hashes.map((code_hash) => ({ admin_id: adminId, code_hash })));
}

/** Returns false for an unknown or used code. */
export async function useCode(db: Db, adminId: string, code_hash: string, now: string): Promise<boolean> {
  const rows = await db
    .update(adminRecoveryCodes)
    .set({ used_at: now })
    .where(
      and(
        eq(adminRecoveryCodes.admin_id, adminId),
        eq(adminRecoveryCodes.code_hash, code_hash),
        isNull(adminRecoveryCodes.used_at),
      ),
    )
    .returning({ code_hash: adminRecoveryCodes.code_hash });
  return rows.length > 0;
}
