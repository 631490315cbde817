import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import { accounts, announcements, events, evidence, notices } from '#db/schema/index.ts';
import { isAdActive } from '#src/features/events/service.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { omit } from '#src/shared/omit.ts';
import type { AdminNotice } from './contract.ts';

type NoticeRow = typeof notices.$inferSelect;

export async function findAdId(db: Reader, orderNumber: string): Promise<string | undefined> {
  const ad = await atMostOne(
    db
      .select({ id: announcements.id })
      .from(announcements)
      .where(eq(announcements.order_number, orderNumber))
      .for('key share'),
  );
  return ad?.id;
}

export async function countUndecided(db: Reader): Promise<number> {
  const row = await exactlyOne(db.select({ count: count() }).from(notices).where(isNull(notices.decision)));
  return row.count;
}

export async function insertNotice(db: Db, notice: typeof notices.$inferInsert): Promise<void> {
  await db.insert(notices).values(notice);
}

/** The ad as it is, or from the evidence. */
const adOfNotice = (today: string) => sql<
  AdminNotice['announcement']
>`case when ${announcements.id} is not null
  then jsonb_build_object(
    'event_name', coalesce(${events.event_name}, ${announcements.event_name}),
    'distance', ${announcements.distance},
    'announcement_type', ${announcements.announcement_type},
    'price', ${announcements.price},
    'description', ${announcements.description},
    'user_name', ${accounts.full_name},
    'is_active', ${isAdActive(today)},
    'is_completed', ${announcements.is_completed})
  else (${evidence.content} -> 'announcement') - 'order_number' || jsonb_build_object(
    'user_name', ${evidence.content} -> 'reported_name', 'is_active', false, 'is_completed', false) end`;

/** `today` is in Stockholm. */
const selectNotices = (db: Reader, today: string) =>
  db
    .select({
      ...getTableColumns(notices),
      announcement: adOfNotice(today),
      deleted_at: evidence.created_at,
    })
    .from(notices)
    .leftJoin(announcements, eq(announcements.id, notices.announcement_id))
    .leftJoin(accounts, eq(accounts.id, announcements.user_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    // A backup may have restored the ad.
    .leftJoin(evidence, and(eq(evidence.notice_id, notices.id), isNull(notices.announcement_id)));

export const findNotices = (db: Reader, today: string) =>
  selectNotices(db, today).orderBy(desc(notices.created_at), desc(notices.id));

export function findNotice(db: Reader, id: string, today: string) {
  return atMostOne(selectNotices(db, today).where(eq(notices.id, id)));
}

/** Returns false if the notice is decided already. */
export async function storeDecision(
  db: Db,
  id: string,
  decision: Pick<NoticeRow, 'decision' | 'ground' | 'facts' | 'decided_at'>,
): Promise<boolean> {
  const rows = await db
    .update(notices)
    .set(decision)
    .where(and(eq(notices.id, id), isNull(notices.decision)))
    .returning({ id: notices.id });
  return rows.length > 0;
}

/** `emails` must be in lower case. */
export function findNoticesFrom(db: Reader, emails: string[]) {
  const columns = omit(getTableColumns(notices), 'id', 'announcement_id');
  return db
    .select(columns)
    .from(notices)
    .where(inArray(sql`lower(${notices.email})`, emails))
    .orderBy(asc(notices.created_at), asc(notices.id));
}

export async function deleteDecidedBefore(db: Db, instant: string): Promise<void> {
  await db.delete(notices).where(lt(notices.decided_at, instant));
}
