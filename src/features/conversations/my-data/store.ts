import { asc, eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, announcements, conversations, dealSteps, events, messages } from '#db/schema/index.ts';
import type { Reader } from '#src/platform/database.ts';
import { adColumns } from '../ad/store.ts';
import { otherUserColumns, otherUserIdOf } from '../store.ts';

export async function findConversations(db: Reader, id: string) {
  const isParticipant = or(eq(conversations.participant_id, id), eq(announcements.user_id, id));
  const otherAccount = alias(accounts, 'other');
  const { name, is_deleted } = otherUserColumns(otherAccount);
  const rows = await db
    .select({
      id: conversations.id,
      announcement: {
        ...adColumns,
        is_own: sql<boolean>`coalesce(${announcements.user_id} = ${id}, false)`,
      },
      other_user: { name, is_deleted },
      created_at: conversations.created_at,
      left_at: conversations.left_at,
      final_price: conversations.final_price,
    })
    .from(conversations)
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .leftJoin(otherAccount, eq(otherAccount.id, otherUserIdOf(id)))
    .where(isParticipant)
    .orderBy(asc(conversations.created_at), asc(conversations.id));
  const allMessages = await db
    .select({
      conversation_id: messages.conversation_id,
      is_own: sql<boolean>`${messages.sender_id} is not distinct from ${id}::uuid`,
      message_text: messages.message_text,
      created_at: messages.created_at,
      // Members cannot see when the other party read a message.
      read_at: sql<
        string | null
      >`case when ${messages.sender_id} is distinct from ${id}::uuid then ${messages.read_at} end`.mapWith(
        messages.read_at,
      ),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversation_id))
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(isParticipant)
    .orderBy(asc(messages.created_at), asc(messages.id));
  const allSteps = await db
    .select({
      conversation_id: dealSteps.conversation_id,
      key: dealSteps.step,
      is_own: sql<boolean>`${dealSteps.done_by} is not distinct from ${id}::uuid`,
      done_at: dealSteps.done_at,
      price: dealSteps.price,
    })
    .from(dealSteps)
    .innerJoin(conversations, eq(conversations.id, dealSteps.conversation_id))
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(isParticipant)
    .orderBy(asc(dealSteps.done_at), asc(dealSteps.step));
  const messagesOf = Map.groupBy(allMessages, (message) => message.conversation_id);
  const stepsOf = Map.groupBy(allSteps, (step) => step.conversation_id);
  return rows.map((row) => ({
    ...row,
    messages: messagesOf.get(row.id) ?? [],
    deal_steps: stepsOf.get(row.id) ?? [],
  }));
}
