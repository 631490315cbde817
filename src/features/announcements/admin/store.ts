import { asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, announcements, conversations, events, messages, series } from '#db/schema/index.ts';
import { DELETED_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import { isAdExpired } from '#src/features/events/service.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';
import { columnsOfAd, newestFirst } from '../store.ts';

/** Grouped once for all ads. A subquery per ad would take a second for 5,000 ads. */
const messageCounts = (db: Reader) =>
  db
    .select({
      announcement_id: conversations.announcement_id,
      count: sql<number>`count(*)::int`.as('count'),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .groupBy(conversations.announcement_id)
    .as('message_counts');

function selectAdminAnnouncements(db: Reader, today: string) {
  const counts = messageCounts(db);
  return db
    .select({
      ...columnsOfAd(today),
      is_expired: isAdExpired(today),
      user_details: {
        full_name: accounts.full_name,
        email: accounts.email,
        phone_number: accounts.phone_number,
        is_suspended: accounts.is_suspended,
      },
      message_count: sql<number>`coalesce(${counts.count}, 0)::int`,
    })
    .from(announcements)
    .leftJoin(events, eq(events.id, announcements.event_id))
    .leftJoin(series, eq(series.id, events.series_id))
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .leftJoin(counts, eq(counts.announcement_id, announcements.id));
}

export const findAdminAnnouncements = (db: Reader, today: string) =>
  selectAdminAnnouncements(db, today).orderBy(...newestFirst);

export function findAdminAnnouncement(db: Reader, id: string, today: string) {
  return atMostOne(selectAdminAnnouncements(db, today).where(eq(announcements.id, id)));
}

/** Before the ad is locked, because a statement refers to the account. Deletions lock in the same order. */
export async function shareLockOwner(db: Reader, id: string): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      eq(
        accounts.id,
        db.select({ id: announcements.user_id }).from(announcements).where(eq(announcements.id, id)),
      ),
    )
    .for('key share');
}

export async function findIdByOrderNumber(db: Reader, orderNumber: string): Promise<string | undefined> {
  const ad = await atMostOne(
    db
      .select({ id: announcements.id })
      .from(announcements)
      .where(eq(announcements.order_number, orderNumber)),
  );
  return ad?.id;
}

export function findMessagesAbout(db: Reader, id: string) {
  const sender = alias(accounts, 'sender');
  const receiver = alias(accounts, 'receiver');
  return db
    .select({
      id: messages.id,
      conversation_id: messages.conversation_id,
      message_text: messages.message_text,
      attachment_url: sql<null>`null`,
      created_at: messages.created_at,
      // Either may have deleted their account.
      sender_details: {
        id: sql<string>`coalesce(${sender.id}, ${conversations.id})`,
        full_name: sql<string>`coalesce(${sender.full_name}, ${DELETED_MEMBER_NAME}::text)`,
      },
      receiver_details: {
        id: sql<string>`coalesce(${receiver.id}, ${conversations.id})`,
        full_name: sql<string>`coalesce(${receiver.full_name}, ${DELETED_MEMBER_NAME}::text)`,
      },
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .innerJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .leftJoin(sender, eq(sender.id, messages.sender_id))
    .leftJoin(
      receiver,
      sql`${receiver.id} = case ${messages.sender_id} when ${announcements.user_id} then ${conversations.participant_id}
        else ${announcements.user_id} end`,
    )
    .where(eq(announcements.id, id))
    .orderBy(asc(messages.created_at), asc(messages.id));
}
