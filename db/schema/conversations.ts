import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { announcements } from './announcements.ts';
import { id, instant } from './columns.ts';

/**
 * A conversation about an ad between its owner and `participant_id`, who wrote first. Members who delete their account
 * leave nothing behind, but the other party keeps their own messages, and for a while the whole thread of a deal.
 * Either `participant_id` is then null, or `announcement_id` is null and the other columns contain the last details of
 * the ad.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    announcement_id: uuid().references(() => announcements.id, { onDelete: 'cascade' }),
    participant_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    announcement_type: text().$type<'sale' | 'wanted'>(),
    event_name: text(),
    event_date: date({ mode: 'string' }),
    distance: text(),
    price: integer(),
    name_change_fee: integer(),
    order_number: text(),
    /** When a party of a deal deleted their account, while the thread is kept. */
    left_at: instant(),
    /** The final price of the ad, if its owner left. */
    final_price: integer(),
  },
  (table) => [
    check(
      'conversations_somebody_about_something',
      sql`${table.announcement_id} is not null or (${table.participant_id} is not null
        and ${table.announcement_type} in ('sale', 'wanted') and ${table.event_name} is not null
        and ${table.event_date} is not null and ${table.distance} is not null and ${table.price} is not null
        and ${table.order_number} is not null)`,
    ),
    unique('conversations_one_each').on(table.announcement_id, table.participant_id),
    index('conversations_by_participant').on(table.participant_id),
    index('conversations_left').on(table.left_at).where(sql`${table.left_at} is not null`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Null in the thread of a deal whose sender has deleted their account. */
    sender_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    message_text: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    read_at: instant(),
  },
  (table) => [
    index('messages_by_conversation').on(table.conversation_id, table.created_at),
    index('messages_unread').on(table.conversation_id, table.sender_id).where(sql`${table.read_at} is null`),
    index('messages_by_sender').on(table.sender_id),
  ],
);

/** The steps of a deal that one of the two parties has ticked. */
export const dealSteps = pgTable(
  'deal_steps',
  {
    conversation_id: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    step: text().$type<'agreed' | 'transfer_requested' | 'organizer_confirmed' | 'paid' | 'done'>().notNull(),
    /** Null if they have deleted their account. */
    done_by: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    done_at: instant().notNull().default(sql`now()`),
    /** What the two agreed on, in whole kronor. Only of `agreed`. */
    price: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.conversation_id, table.step] }),
    index('deal_steps_by_member').on(table.done_by),
    check(
      'deal_steps_step',
      sql`${table.step} in ('agreed', 'transfer_requested', 'organizer_confirmed', 'paid', 'done')`,
    ),
  ],
);

/** Neither of the two can write to the other. */
export const blocks = pgTable(
  'member_blocks',
  {
    blocker_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    blocked_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.blocker_id, table.blocked_id] }),
    index('member_blocks_by_blocked').on(table.blocked_id),
    check('member_blocks_two_members', sql`${table.blocker_id} <> ${table.blocked_id}`),
  ],
);
