import { sql } from 'drizzle-orm';
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { announcements } from './announcements';
import { id, instant } from './columns';

/** One ad and the two people in it: its owner, and the `participant_id` who wrote first (D11). */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    announcement_id: uuid()
      .notNull()
      .references(() => announcements.id, { onDelete: 'cascade' }),
    participant_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    unique('conversations_one_each').on(table.announcement_id, table.participant_id),
    index('conversations_by_participant').on(table.participant_id),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    sender_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    message_text: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    /** When the other of the two opened the conversation; null until then. */
    read_at: instant(),
  },
  (table) => [
    index('messages_by_conversation').on(table.conversation_id, table.created_at),
    index('messages_unread').on(table.conversation_id, table.sender_id).where(sql`${table.read_at} is null`),
    index('messages_by_sender').on(table.sender_id),
  ],
);
