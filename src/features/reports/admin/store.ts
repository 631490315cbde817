import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { accounts, announcements, conversations, events, messages, reports } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

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

export function findReport(db: Reader, id: string) {
  return atMostOne(selectReports(db).where(eq(reports.id, id)));
}

/** Of the two members of a report, about its ad or, without one, about any. Oldest first. */
export function findMessagesOfReport(db: Reader, id: string) {
  return db
    .select({
      id: messages.id,
      by: sql<
        'reporter' | 'reported'
      >`case when ${messages.sender_id} = ${reports.reporter_id} then 'reporter' else 'reported' end`,
      message_text: messages.message_text,
      created_at: messages.created_at,
    })
    .from(reports)
    .innerJoin(
      announcements,
      sql`${announcements.user_id} in (${reports.reporter_id}, ${reports.reported_user_id})
        and ${announcements.id} = coalesce(${reports.related_announcement_id}, ${announcements.id})`,
    )
    .innerJoin(
      conversations,
      sql`${conversations.announcement_id} = ${announcements.id} and ${conversations.participant_id} =
        case ${announcements.user_id} when ${reports.reporter_id} then ${reports.reported_user_id} else ${reports.reporter_id} end`,
    )
    .innerJoin(messages, eq(messages.conversation_id, conversations.id))
    .where(eq(reports.id, id))
    .orderBy(messages.created_at, messages.id);
}

export async function changeStatus(db: Db, id: string, status: 'new' | 'handled'): Promise<boolean> {
  const rows = await db
    .update(reports)
    .set({ status })
    .where(and(eq(reports.id, id), ne(reports.status, status)))
    .returning({ id: reports.id });
  return rows.length > 0;
}
