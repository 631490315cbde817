import { and, asc, count, desc, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, announcements, conversations, events, messages } from '../../../db/schema';
import type { Db, Reader } from '../../platform/database';
import { DELETED_MEMBER_NAME } from '../accounts/rules';
import { adColumns, adId } from './ad/store';
import { MESSAGES_MAX } from './rules';

const other = alias(accounts, 'other');

/** The other party may have deleted their account. */
export const otherColumns = (person: typeof other) => ({
  id: sql<string>`coalesce(${person.id}, ${conversations.id})`,
  name: sql<string>`coalesce(${person.full_name}, ${DELETED_MEMBER_NAME}::text)`,
  is_deleted: sql<boolean>`${person.id} is null`,
});

/** Null if the other party deleted their account. */
export const otherOf = (reader: string) => sql`case
  when ${conversations.participant_id} = ${reader}::uuid then ${announcements.user_id}
  else ${conversations.participant_id} end`;

const messageColumns = {
  id: messages.id,
  sender_id: messages.sender_id,
  message_text: messages.message_text,
  created_at: messages.created_at,
};

export const isUnread = (reader: string) => and(ne(messages.sender_id, reader), isNull(messages.read_at));

const between = (announcement: string, reader: string, otherUser: string) =>
  or(
    and(
      eq(conversations.announcement_id, announcement),
      or(
        and(eq(announcements.user_id, reader), eq(conversations.participant_id, otherUser)),
        and(eq(announcements.user_id, otherUser), eq(conversations.participant_id, reader)),
      ),
    ),
    // The other party deleted their account. The conversation's own id is used in place of theirs.
    and(
      eq(conversations.id, otherUser),
      or(
        and(
          eq(conversations.announcement_id, announcement),
          eq(announcements.user_id, reader),
          isNull(conversations.participant_id),
        ),
        and(
          eq(conversations.id, announcement),
          isNull(conversations.announcement_id),
          eq(conversations.participant_id, reader),
        ),
      ),
    ),
  );

/** `is_deserted` is true if the other party deleted their account. */
export async function lockConversation(db: Reader, announcement: string, reader: string, otherUser: string) {
  const [row] = await db
    .select({ id: conversations.id, is_deserted: sql<boolean>`${otherOf(reader)} is null` })
    .from(conversations)
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(between(announcement, reader, otherUser))
    .for('update', { of: conversations })
    .prepare('lock_conversation')
    .execute();
  return row;
}

/** `participant` is the person who wrote to the ad's owner. */
export async function lockConversationOfParticipant(db: Db, announcement: string, participant: string) {
  const [row] = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(eq(conversations.announcement_id, announcement), eq(conversations.participant_id, participant)),
    )
    .for('update')
    .prepare('lock_conversation_of_participant')
    .execute();
  return row;
}

/** The caller decides whether to show the phone number. */
export async function lockConversationDetail(
  db: Reader,
  announcement: string,
  reader: string,
  otherUser: string,
) {
  const [row] = await db
    .select({
      id: conversations.id,
      announcement: {
        id: adId,
        ...adColumns,
        has_name_change_fee: sql<boolean>`${adColumns.name_change_fee} is not null`,
        user_id: sql<string>`coalesce(${announcements.user_id}, ${conversations.id})`,
        is_active: sql<boolean>`coalesce(${announcements.is_active}, false)`,
        is_completed: sql<boolean>`coalesce(${announcements.is_completed}, false)`,
      },
      // As an SQL expression: Drizzle sets the whole object to null if its plain columns are null.
      other_user: { ...otherColumns(other), phone: sql<string | null>`${other.phone_number}` },
    })
    .from(conversations)
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .leftJoin(other, eq(other.id, otherOf(reader)))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(between(announcement, reader, otherUser))
    .for('update', { of: conversations })
    .prepare('lock_conversation_detail')
    .execute();
  return row;
}

export function findMessages(db: Reader, conversation: string) {
  return db
    .select(messageColumns)
    .from(messages)
    .where(eq(messages.conversation_id, conversation))
    .orderBy(asc(messages.created_at), asc(messages.id));
}

export async function markRead(db: Db, conversation: string, reader: string, now: string): Promise<number> {
  const rows = await db
    .update(messages)
    .set({ read_at: now })
    .where(and(eq(messages.conversation_id, conversation), isUnread(reader)))
    .returning({ id: messages.id });
  return rows.length;
}

/** Keeps the ad from being deleted until the transaction ends. */
export async function shareLockAnnouncement(db: Db, id: string) {
  const [ad] = await db
    .select({
      owner_id: announcements.user_id,
      is_active: announcements.is_active,
      is_completed: announcements.is_completed,
      owner_is_suspended: accounts.is_suspended,
      event: { event_date: events.event_date, event_end_date: events.event_end_date },
    })
    .from(announcements)
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(announcements.id, id))
    .for('key share', { of: announcements })
    .prepare('share_lock_announcement')
    .execute();
  return ad;
}

/** Of two concurrent calls the second waits for the first. */
export async function insertConversation(db: Db, announcement: string, participant: string, now: string) {
  await db
    .insert(conversations)
    .values({ announcement_id: announcement, participant_id: participant, created_at: now })
    .onConflictDoNothing();
}

type NewMessage = { conversation_id: string; sender_id: string; message_text: string; created_at: string };

/** `waiting` is the number of unread messages before it. Returns undefined if the conversation is full. */
export async function insertMessage(db: Db, message: NewMessage, receiver: string) {
  const { conversation_id, sender_id, message_text, created_at } = message;
  const isWaiting = sql`${messages.sender_id} <> ${receiver} and ${messages.read_at} is null`;
  const [before] = await db
    .select({ all: count(), unread: sql<number>`(count(*) filter (where ${isWaiting}))::int` })
    .from(messages)
    .where(eq(messages.conversation_id, conversation_id))
    .prepare('count_messages')
    .execute();
  if (!before || before.all >= MESSAGES_MAX) return undefined;
  const id = Bun.randomUUIDv7();
  await db
    .insert(messages)
    .values({ id, ...message })
    .prepare('insert_message')
    .execute();
  return { id, sender_id, message_text, created_at, waiting: before.unread };
}

/** Returns undefined if the receiver has read everything or is suspended. */
export async function findNewMessageMail(db: Reader, conversation: string, receiver: string) {
  const sender = alias(accounts, 'sender');
  const [waiting] = await db
    .select({
      email: accounts.email,
      full_name: accounts.full_name,
      sender_id: sender.id,
      sender_name: sender.full_name,
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
    .innerJoin(accounts, and(eq(accounts.id, receiver), eq(accounts.is_suspended, false)))
    .innerJoin(sender, eq(sender.id, messages.sender_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(and(eq(messages.conversation_id, conversation), isUnread(receiver)))
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(1);
  return waiting;
}
