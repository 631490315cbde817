import { and, asc, count, desc, eq, isNull, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  accounts,
  announcements,
  blocks,
  conversations,
  events,
  messages,
  series,
} from '#db/schema/index.ts';
import { DELETED_MEMBER_NAME, FORMER_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import { isBlockedPair } from '#src/features/blocks/service.ts';
import { isAdActive, stateColumn, urlColumn } from '#src/features/events/service.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { adColumns, adId, adState } from './ad/store.ts';
import { MESSAGES_MAX } from './rules.ts';

const otherAccount = alias(accounts, 'other');
/** The member that the ad is reserved for. */
const holder = alias(accounts, 'holder');

/** The other party may have deleted their account. */
export const otherUserColumns = (person: typeof otherAccount) => ({
  id: sql<string>`coalesce(${person.id}, ${conversations.id})`,
  name: sql<string>`coalesce(${person.full_name},
    case when ${conversations.left_at} is null then ${DELETED_MEMBER_NAME}::text else ${FORMER_MEMBER_NAME}::text end)`,
  is_deleted: sql<boolean>`${person.id} is null`,
});

/** Null if the other party deleted their account. */
export const otherUserIdOf = (readerId: string) => sql`case
  when ${conversations.participant_id} = ${readerId}::uuid then ${announcements.user_id}
  else ${conversations.participant_id} end`;

/** As {@link otherUserColumns}, if the sender deleted their account. */
const senderId = sql<string>`coalesce(${messages.sender_id}, ${messages.conversation_id})`;

const messageColumns = {
  id: messages.id,
  sender_id: senderId,
  message_text: messages.message_text,
  created_at: messages.created_at,
};

export const isUnread = (readerId: string) =>
  and(sql`${messages.sender_id} is distinct from ${readerId}::uuid`, isNull(messages.read_at));

const isBetween = (announcementId: string, readerId: string, otherUserId: string) =>
  or(
    and(
      eq(conversations.announcement_id, announcementId),
      or(
        and(eq(announcements.user_id, readerId), eq(conversations.participant_id, otherUserId)),
        and(eq(announcements.user_id, otherUserId), eq(conversations.participant_id, readerId)),
      ),
    ),
    // The other party deleted their account. The conversation's own id is used in place of theirs.
    and(
      eq(conversations.id, otherUserId),
      or(
        and(
          eq(conversations.announcement_id, announcementId),
          eq(announcements.user_id, readerId),
          isNull(conversations.participant_id),
        ),
        and(
          eq(conversations.id, announcementId),
          isNull(conversations.announcement_id),
          eq(conversations.participant_id, readerId),
        ),
      ),
    ),
  );

/** `is_deserted` is true if the other party deleted their account. */
export function lockConversation(db: Reader, announcementId: string, readerId: string, otherUserId: string) {
  return atMostOne(
    db
      .select({
        id: conversations.id,
        is_deserted: sql<boolean>`${otherUserIdOf(readerId)} is null`,
        is_completed: sql<boolean>`coalesce(${announcements.is_completed}, false)`,
      })
      .from(conversations)
      .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
      .where(isBetween(announcementId, readerId, otherUserId))
      .for('update', { of: conversations })
      .prepare('lock_conversation')
      .execute(),
  );
}

/** `participantId` is the person who wrote to the ad's owner. */
export function lockConversationOfParticipant(db: Db, announcementId: string, participantId: string) {
  return atMostOne(
    db
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          eq(conversations.announcement_id, announcementId),
          eq(conversations.participant_id, participantId),
        ),
      )
      .for('update')
      .prepare('lock_conversation_of_participant')
      .execute(),
  );
}

/**
 * The caller decides whether to show the phone number, the reservation and since when the other party is a member.
 * `event` is null if the event is gone.
 */
export function lockConversationDetail(
  db: Reader,
  announcementId: string,
  readerId: string,
  otherUserId: string,
  today: string,
) {
  return atMostOne(
    db
      .select({
        id: conversations.id,
        announcement: {
          id: adId,
          ...adColumns,
          event_state: stateColumn,
          event_url: urlColumn,
          has_name_change_fee: sql<boolean>`${adColumns.name_change_fee} is not null`,
          user_id: sql<string>`coalesce(${announcements.user_id}, ${conversations.id})`,
          ...adState(today),
        },
        // As an SQL expression: Drizzle sets the whole object to null if its plain columns are null.
        other_user: {
          ...otherUserColumns(otherAccount),
          phone: sql<string | null>`${otherAccount.phone_number}`,
        },
        other_since: otherAccount.created_at,
        reserved_for: announcements.reserved_for,
        reserved_name: holder.full_name,
        reserved_until: announcements.reserved_until,
        left_at: conversations.left_at,
        final_price: conversations.final_price,
        event: {
          transfer_policy: events.transfer_policy,
          transfer_periods: events.transfer_periods,
          transfer_initiator: events.transfer_initiator,
          transfer_buyer_needs: events.transfer_buyer_needs,
          transfer_rules_url: events.transfer_rules_url,
          transfer_checked_on: events.transfer_checked_on,
          ordinary_prices: events.ordinary_prices,
        },
        is_blocked: sql<boolean>`exists (select from ${blocks}
        where ${blocks.blocker_id} = ${readerId} and ${blocks.blocked_id} = ${otherAccount.id})`,
      })
      .from(conversations)
      .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
      .leftJoin(otherAccount, eq(otherAccount.id, otherUserIdOf(readerId)))
      .leftJoin(holder, eq(holder.id, announcements.reserved_for))
      .leftJoin(events, eq(events.id, announcements.event_id))
      .leftJoin(series, eq(series.id, events.series_id))
      .where(isBetween(announcementId, readerId, otherUserId))
      .for('update', { of: conversations })
      .prepare('lock_conversation_detail')
      .execute(),
  );
}

export function findMessages(db: Reader, conversationId: string) {
  return db
    .select(messageColumns)
    .from(messages)
    .where(eq(messages.conversation_id, conversationId))
    .orderBy(asc(messages.created_at), asc(messages.id));
}

export async function markRead(
  db: Db,
  conversationId: string,
  readerId: string,
  now: string,
): Promise<number> {
  const rows = await db
    .update(messages)
    .set({ read_at: now })
    .where(and(eq(messages.conversation_id, conversationId), isUnread(readerId)))
    .returning({ id: messages.id });
  return rows.length;
}

/** Keeps the ad from being deleted until the transaction ends. */
export function shareLockAnnouncement(db: Db, id: string, today: string) {
  return atMostOne(
    db
      .select({
        owner_id: announcements.user_id,
        is_active: isAdActive(today),
        is_completed: announcements.is_completed,
        is_paused: announcements.is_paused,
        reserved_for: announcements.reserved_for,
        reserved_until: announcements.reserved_until,
        owner_is_suspended: accounts.is_suspended,
        event: {
          event_date: events.event_date,
          event_end_date: events.event_end_date,
          status: events.status,
        },
      })
      .from(announcements)
      .innerJoin(accounts, eq(accounts.id, announcements.user_id))
      .leftJoin(events, eq(events.id, announcements.event_id))
      .where(eq(announcements.id, id))
      .for('key share', { of: announcements })
      .prepare('share_lock_announcement')
      .execute(),
  );
}

/** Of two concurrent calls the second waits for the first. */
export async function insertConversation(db: Db, announcementId: string, participantId: string, now: string) {
  await db
    .insert(conversations)
    .values({ announcement_id: announcementId, participant_id: participantId, created_at: now })
    .onConflictDoNothing();
}

type NewMessage = { conversation_id: string; sender_id: string; message_text: string; created_at: string };

/** `unreadBefore` is the number of unread messages before it. Returns undefined if the conversation is full. */
export async function insertMessage(db: Db, message: NewMessage, receiverId: string) {
  const { conversation_id, sender_id, message_text, created_at } = message;
  const isUnreadByReceiver = sql`${messages.sender_id} <> ${receiverId} and ${messages.read_at} is null`;
  const counts = await exactlyOne(
    db
      .select({ all: count(), unread: sql<number>`(count(*) filter (where ${isUnreadByReceiver}))::int` })
      .from(messages)
      .where(eq(messages.conversation_id, conversation_id))
      .prepare('count_messages')
      .execute(),
  );
  if (counts.all >= MESSAGES_MAX) return undefined;
  const id = Bun.randomUUIDv7();
  await db
    .insert(messages)
    .values({ id, ...message })
    .prepare('insert_message')
    .execute();
  return { id, sender_id, message_text, created_at, unreadBefore: counts.unread };
}

/** Undefined if the receiver has read everything or is suspended, or if one of the two has blocked the other. */
export function findNewMessageMail(db: Reader, conversationId: string, receiverId: string) {
  const sender = alias(accounts, 'sender');
  return atMostOne(
    db
      .select({
        email: accounts.email,
        full_name: accounts.full_name,
        sender_id: sender.id,
        sender_name: sender.full_name,
        message_text: messages.message_text,
        announcement: {
          id: announcements.id,
          event_name: adColumns.event_name,
          distance: announcements.distance,
          order_number: announcements.order_number,
        },
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
      .innerJoin(announcements, eq(announcements.id, conversations.announcement_id))
      .innerJoin(accounts, and(eq(accounts.id, receiverId), eq(accounts.is_suspended, false)))
      .innerJoin(sender, and(eq(sender.id, messages.sender_id), eq(sender.is_suspended, false)))
      .leftJoin(events, eq(events.id, announcements.event_id))
      .where(
        and(
          eq(messages.conversation_id, conversationId),
          isUnread(receiverId),
          not(isBlockedPair(accounts.id, sender.id)),
        ),
      )
      .orderBy(desc(messages.created_at), desc(messages.id))
      .limit(1),
  );
}
