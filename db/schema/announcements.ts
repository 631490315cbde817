import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgSequence, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant, version } from './columns.ts';
import { events } from './events.ts';

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
    /** Starts the 60 days after which it expires. */
    renewed_at: instant().notNull().default(sql`now()`),
    /** When its owner was last asked whether it is still valid. */
    reminded_at: instant(),
    /** The member it is reserved for. */
    reserved_for: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** Meaningless without `reserved_for`. */
    reserved_until: instant(),
    is_reservation_prolonged: boolean().notNull().default(false),
    /** What the place was sold for, in kronor. */
    final_price: integer(),
    completed_at: instant(),
    /** Whether its owner is mailed about new ads that match it. */
    match_alerts: boolean().notNull().default(true),
    version: version(),
  },
  (table) => [
    index('announcements_by_event').on(table.event_id),
    index('announcements_by_user').on(table.user_id),
    index('announcements_reserved').on(table.reserved_for).where(sql`${table.reserved_for} is not null`),
    check('announcements_type', sql`${table.announcement_type} in ('sale', 'wanted')`),
    check('announcements_price', sql`${table.price} > 0`),
    check(
      'announcements_reservation_ends',
      sql`${table.reserved_for} is null or ${table.reserved_until} is not null`,
    ),
    check('announcements_final_price', sql`${table.final_price} > 0`),
  ],
);
