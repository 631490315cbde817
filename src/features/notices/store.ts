import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import { announcements, notices } from '../../../db/schema';
import type { Db, Reader } from '../../platform/database';

type NoticeRow = typeof notices.$inferSelect;

export async function findAdId(db: Reader, orderNumber: string): Promise<string | undefined> {
  const [ad] = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(eq(announcements.order_number, orderNumber))
    .for('key share');
  return ad?.id;
}

export async function countUndecided(db: Reader): Promise<number> {
  const [row] = await db.select({ count: count() }).from(notices).where(isNull(notices.decision));
  return row?.count ?? 0;
}

export async function insertNotice(db: Db, notice: typeof notices.$inferInsert): Promise<void> {
  await db.insert(notices).values(notice);
}

export const findNotices = (db: Reader): Promise<NoticeRow[]> =>
  db.select().from(notices).orderBy(desc(notices.created_at), desc(notices.id));

export async function findNotice(db: Reader, id: string): Promise<NoticeRow | undefined> {
  const [notice] = await db.select().from(notices).where(eq(notices.id, id));
  return notice;
}

/** Returns undefined if the notice is decided already. */
export async function storeDecision(
  db: Db,
  id: string,
  decision: Pick<NoticeRow, 'decision' | 'ground' | 'facts' | 'decided_at'>,
): Promise<NoticeRow | undefined> {
  const [notice] = await db
    .update(notices)
    .set(decision)
    .where(and(eq(notices.id, id), isNull(notices.decision)))
    .returning();
  return notice;
}

/** `emails` must be in lower case. */
export function findNoticesFrom(db: Reader, emails: string[]) {
  const { id: _, announcement_id: __, ...columns } = getTableColumns(notices);
  return db
    .select(columns)
    .from(notices)
    .where(inArray(sql`lower(${notices.email})`, emails))
    .orderBy(asc(notices.created_at), asc(notices.id));
}

export async function deleteDecidedBefore(db: Db, instant: string): Promise<void> {
  await db.delete(notices).where(lt(notices.decided_at, instant));
}
