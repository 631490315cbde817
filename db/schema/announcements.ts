import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts';
import { id, instant, version } from './columns';
import { events } from './events';

export const announcementNumbers = pgSequence('announcement_numbers');

/**
 * `event_name` and `event_date` are copied from the event when the ad is created. When the event is deleted, a trigger
 * updates them to their last values and makes the ad inactive.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: id(),
    announcement_type: text().$type<'sale' | 'wanted'>().notNull(),
    event_id: uuid().references(() => events.id, { onDelete: 'set null' }),
    event_name: text().notNull(),
    event_date: date({ mode: 'string' }).notNull(),
    distance: text().notNull(),
    price: integer().notNull(),
    name_change_fee: integer(),
    description: text(),
    order_number: text().notNull().unique().default(sql`announcement_number()`),
    user_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    is_active: boolean().notNull().default(true),
    is_completed: boolean().notNull().default(false),
    /** The race was cancelled or postponed while the ad was open. It stays hidden until its owner renews it. */
    is_paused: boolean().notNull().default(false),
    created_at: instant().notNull().default(sql`now()`),
    version: version(),
  },
  (table) => [
    index('announcements_by_event').on(table.event_id),
    index('announcements_by_user').on(table.user_id),
    check('announcements_type', sql`${table.announcement_type} in ('sale', 'wanted')`),
    check('announcements_price', sql`${table.price} > 0`),
  ],
);
