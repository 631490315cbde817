import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { accounts, announcements, events, reports } from '#db/schema/index.ts';
import { isAdActive } from '#src/features/events/service.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { ownAccountColumns } from '../store.ts';

/** Joins the counts as grouped subqueries, so the list of all members takes one statement. */
function selectAdminAccounts(db: Reader) {
  const reportCounts = db
    .select({ user_id: reports.reported_user_id, reports: sql<number>`count(*)::int`.as('reports') })
    .from(reports)
    .groupBy(reports.reported_user_id)
    .as('report_counts');
  const adCounts = db
    .select({ user_id: announcements.user_id, ads: sql<number>`count(*)::int`.as('ads') })
    .from(announcements)
    .groupBy(announcements.user_id)
    .as('ad_counts');
  return db
    .select({
      ...ownAccountColumns,
      is_suspended: accounts.is_suspended,
      report_count: sql<number>`coalesce(${reportCounts.reports}, 0)::int`,
      announcement_count: sql<number>`coalesce(${adCounts.ads}, 0)::int`,
    })
    .from(accounts)
    .leftJoin(reportCounts, eq(reportCounts.user_id, accounts.id))
    .leftJoin(adCounts, eq(adCounts.user_id, accounts.id));
}

export const findAdminAccounts = (db: Reader) =>
  selectAdminAccounts(db).orderBy(desc(accounts.created_at), desc(accounts.id));

export function findAdminAccount(db: Reader, id: string) {
  return atMostOne(selectAdminAccounts(db).where(eq(accounts.id, id)));
}

const eventName = sql<string>`coalesce(${events.event_name}, ${announcements.event_name})`;

export function findAnnouncementsOfAccount(db: Reader, id: string, today: string) {
  return db
    .select({
      id: announcements.id,
      announcement_type: announcements.announcement_type,
      event_name: eventName,
      event_date: sql<string>`coalesce(${events.event_date}, ${announcements.event_date})`,
      distance: announcements.distance,
      price: announcements.price,
      order_number: announcements.order_number,
      is_active: isAdActive(today),
      is_completed: announcements.is_completed,
      created_at: announcements.created_at,
    })
    .from(announcements)
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(announcements.user_id, id))
    .orderBy(desc(announcements.created_at), desc(announcements.id));
}

export function findReportsOfAccount(db: Reader, id: string) {
  return db
    .select({
      id: reports.id,
      reason: reports.reason,
      description: reports.description,
      status: reports.status,
      reporter_name: reports.reporter_name,
      reporter_email: reports.reporter_email,
      related_announcement: {
        id: announcements.id,
        order_number: announcements.order_number,
        event_name: eventName,
      },
      created_at: reports.created_at,
    })
    .from(reports)
    .leftJoin(announcements, eq(announcements.id, reports.related_announcement_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(reports.reported_user_id, id))
    .orderBy(desc(reports.created_at), desc(reports.id));
}

/** Returns false if there is no such account, or if it has another e-mail address. */
export async function changeAccount(
  db: Db,
  id: string,
  email: string,
  change: { full_name: string; phone_number: string },
): Promise<boolean> {
  const rows = await db
    .update(accounts)
    .set(change)
    .where(and(eq(accounts.id, id), eq(accounts.email, email)))
    .returning({ id: accounts.id });
  return rows.length > 0;
}

export async function changeSuspended(db: Db, id: string, is_suspended: boolean): Promise<boolean> {
  const rows = await db
    .update(accounts)
    .set({ is_suspended })
    .where(and(eq(accounts.id, id), ne(accounts.is_suspended, is_suspended)))
    .returning({ id: accounts.id });
  return rows.length > 0;
}
