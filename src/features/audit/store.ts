import { and, desc, eq, lt } from 'drizzle-orm';
import { auditLog } from '../../../db/schema';
import type { Db } from '../../platform/database';

export async function insertEntry(db: Db, entry: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(entry);
}

/** The newest entries first, at most `limit`; `before` is an id, and ids grow with time. */
export function findEntries(
  db: Db,
  { admin, action, before }: { admin: string | null; action: string | null; before: string | null },
  limit: number,
) {
  return db
    .select({
      id: auditLog.id,
      created_at: auditLog.created_at,
      admin: auditLog.admin,
      action: auditLog.action,
      record_id: auditLog.record_id,
      record_name: auditLog.record_name,
    })
    .from(auditLog)
    .where(
      and(
        admin ? eq(auditLog.admin, admin) : undefined,
        action ? eq(auditLog.action, action) : undefined,
        before ? lt(auditLog.id, before) : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
