import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, announcements, conversations, events, messages } from '#db/schema/index.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';
import { adColumns, adId, adState } from '../ad/store.ts';
import { EXCERPT_CHARACTERS } from '../rules.ts';
import { isUnread, otherUserColumns, otherUserIdOf } from '../store.ts';

const otherAccount = alias(accounts, 'other');

/** A union, so that each half uses its index. */
const conversationIdsOf = (readerId: string): SQL => sql`(
  select c.id from ${conversations} c where c.participant_id = ${readerId}
  union all
  select c.id from ${conversations} c join ${announcements} a on a.id = c.announcement_id where a.user_id = ${readerId}
)`;

export function findConversationsOf(db: Reader, readerId: string, today: string) {
  const latest = db
    .select({
      sender_id: messages.sender_id,
      excerpt: sql<string>`left(${messages.message_text}, ${EXCERPT_CHARACTERS})`.as('excerpt'),
      created_at: messages.created_at,
    })
    .from(messages)
    .where(eq(messages.conversation_id, conversations.id))
    .orderBy(desc(messages.created_at), desc(messages.id))
    .limit(1)
    .as('latest');
  // An imported backup may contain a conversation without messages.
  const latestMessageDate = sql<string>`coalesce(${latest.created_at}, ${conversations.created_at})`;
  return db
    .select({
      id: conversations.id,
      announcement_id: adId,
      other_user: otherUserColumns(otherAccount),
      announcement: { id: adId, ...adColumns, ...adState(today) },
      unread_count: sql<number>`(select count(*)::int from ${messages}
        where ${messages.conversation_id} = ${conversations.id} and ${isUnread(readerId)})`,
      last_message_date: latestMessageDate.mapWith(messages.created_at).as('last_message_date'),
      last_message: sql<{
        sender_id: string;
        excerpt: string;
      } | null>`case when ${latest.created_at} is not null then
        jsonb_build_object('sender_id', coalesce(${latest.sender_id}, ${conversations.id}), 'excerpt', ${latest.excerpt}) end`,
    })
    .from(conversations)
    .leftJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .leftJoin(otherAccount, sql`${otherAccount.id} = ${otherUserIdOf(readerId)}`)
    .leftJoin(events, eq(events.id, announcements.event_id))
    .leftJoinLateral(latest, sql`true`)
    .where(sql`${conversations.id} in ${conversationIdsOf(readerId)}`)
    .orderBy(sql`last_message_date desc`, desc(conversations.id));
}

export async function countUnreadOf(db: Reader, readerId: string): Promise<number> {
  const row = await exactlyOne(
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(messages)
      .where(and(isUnread(readerId), sql`${messages.conversation_id} in ${conversationIdsOf(readerId)}`)),
  );
  return row.count;
}
