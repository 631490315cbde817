import { and, eq, exists, isNotNull, or } from 'drizzle-orm';
import { announcements, conversations, reports } from '#db/schema/index.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

/** Keeps the ad from being deleted until the transaction ends. Returns false if it does not involve both people. */
export async function shareLockCommonAnnouncement(
  db: Reader,
  id: string,
  reportedId: string,
  reporterId: string,
) {
  const conversation = db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.announcement_id, announcements.id), eq(conversations.participant_id, reportedId)),
    );
  const rows = await db
    .select({ id: announcements.id })
    .from(announcements)
    .where(
      and(
        eq(announcements.id, id),
        or(
          eq(announcements.user_id, reportedId),
          and(eq(announcements.user_id, reporterId), exists(conversation)),
        ),
      ),
    )
    .for('key share');
  return rows.length > 0;
}

/** Whether the conversation has this id and a deal that the other party left, whoever of the two the reader is. */
export async function lockLeftDeal(db: Reader, id: string, readerId: string): Promise<boolean> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(
      and(
        eq(conversations.id, id),
        isNotNull(conversations.left_at),
        or(eq(conversations.participant_id, readerId), eq(announcements.user_id, readerId)),
      ),
    )
    .for('update', { of: conversations });
  return rows.length > 0;
}

export async function insertReport(db: Db, report: typeof reports.$inferInsert) {
  return exactlyOne(db.insert(reports).values(report).returning());
}

export async function findIdsAbout(db: Reader, userId: string): Promise<string[]> {
  const rows = await db.select({ id: reports.id }).from(reports).where(eq(reports.reported_user_id, userId));
  return rows.map(({ id }) => id);
}
