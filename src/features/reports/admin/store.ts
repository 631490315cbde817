import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { accounts, announcements, events, reports } from '../../../../db/schema';
import type { Db, Reader } from '../../../platform/database';

const selectReports = (db: Reader) =>
  db
    .select({
      id: reports.id,
      reason: reports.reason,
      description: reports.description,
      status: reports.status,
      reporter_name: reports.reporter_name,
      reporter_email: reports.reporter_email,
      reported_user: { id: accounts.id, full_name: accounts.full_name },
      related_announcement: {
        id: announcements.id,
        order_number: announcements.order_number,
        event_name: sql<string>`coalesce(${events.event_name}, ${announcements.event_name})`,
      },
      created_at: reports.created_at,
    })
    .from(reports)
    .innerJoin(accounts, eq(accounts.id, reports.reported_user_id))
    .leftJoin(announcements, eq(announcements.id, reports.related_announcement_id))
    .leftJoin(events, eq(events.id, announcements.event_id));

export const findReports = (db: Reader) =>
  selectReports(db).orderBy(desc(reports.created_at), desc(reports.id));

export async function findReport(db: Db, id: string) {
  const [report] = await selectReports(db).where(eq(reports.id, id));
  return report;
}

export async function changeStatus(db: Db, id: string, status: 'new' | 'handled'): Promise<boolean> {
  const rows = await db
    .update(reports)
    .set({ status })
    .where(and(eq(reports.id, id), ne(reports.status, status)))
    .returning({ id: reports.id });
  return rows.length > 0;
}
