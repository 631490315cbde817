import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, announcements, conversations, events, messages } from '../../../db/schema';
import type { Db } from '../../platform/database';

/**
 * Whom a mail about a conversation goes to, who wrote last, and about which ad; its event's name as in D12. Undefined
 * when the receiver has looked at everything or is suspended: then no mail goes (D22).
 */
export async function findNewMessageMail(db: Db, conversation: string, receiver: string) {
  const sender = alias(accounts, 'sender');
  const [waiting] = await db
    .select({
      email: accounts.email,
      full_name: accounts.full_name,
      sender_id: sender.id,
      sender_name: sender.full_name,
      announcement: {
        id: announcements.id,
        event_name: sql<string>`coalesce(${events.event_name}, ${announcements.event_name})`,
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
    .where(
      and(
        eq(messages.conversation_id, conversation),
        ne(messages.sender_id, receiver),
        isNull(messages.read_at),
      ),
    )
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(1);
  return waiting;
}
