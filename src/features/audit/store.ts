import { and, asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { auditLog } from '#db/schema/index.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { AuditFilter } from './contract.ts';

export async function insertEntry(db: Db, entry: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(entry);
}

export async function deleteEntry(db: Db, id: string): Promise<void> {
  await db.delete(auditLog).where(eq(auditLog.id, id));
}

export function findEntries(db: Reader, { admin, action, before }: AuditFilter, limit: number) {
  const position = sql`(${auditLog.created_at}, ${auditLog.id})`;
  return db
    .select({
      id: auditLog.id,
      created_at: auditLog.created_at,
      admin: auditLog.admin,
      action: auditLog.action,
      record_id: auditLog.record_id,
      record_name: auditLog.record_name,
      details: sql`case when ${auditLog.details} ? 'event_ids' then jsonb_build_object('event_ids',
        jsonb_path_query_array(${auditLog.details}, '$.event_ids[0 to 99]')) else ${auditLog.details} end`,
    })
    .from(auditLog)
    .where(
      and(
        admin ? eq(auditLog.admin, admin) : undefined,
        action ? eq(auditLog.action, action) : undefined,
        before?.instant ? lt(auditLog.created_at, before.instant) : undefined,
        before?.id
          ? sql`${position} < (select created_at, id from ${auditLog} where id = ${before.id})`
          : undefined,
      ),
    )
    .orderBy(desc(auditLog.created_at), desc(auditLog.id))
    .limit(limit);
}

export async function findAdminNames(db: Reader): Promise<string[]> {
  const rows = await db
    .select({ admin: auditLog.admin })
    .from(auditLog)
    .groupBy(auditLog.admin)
    .orderBy(auditLog.admin);
  return rows.map(({ admin }) => admin);
}

/** The name of a report is "reason: member". Its reason is kept. */
export async function replaceNames(
  db: Db,
  recordIds: readonly string[],
  replacementName: string,
): Promise<void> {
  await db
    .update(auditLog)
    .set({
      record_name: sql`case when starts_with(${auditLog.action}, 'report.')
        then split_part(${auditLog.record_name}, ': ', 1) || ': ' || ${replacementName}::text else ${replacementName}::text end`,
    })
    .where(inArray(auditLog.record_id, [...recordIds]));
}

export async function deleteEntriesBefore(db: Db, instant: string): Promise<void> {
  await db.delete(auditLog).where(lt(auditLog.created_at, instant));
}

export function findActionsAbout(db: Reader, recordId: string) {
  return db
    .select({ action: auditLog.action, created_at: auditLog.created_at })
    .from(auditLog)
    .where(eq(auditLog.record_id, recordId))
    .orderBy(asc(auditLog.created_at), asc(auditLog.id));
}
