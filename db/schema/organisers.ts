import { sql } from 'drizzle-orm';
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { events } from './events.ts';
import { series } from './series.ts';

/** Organisers of a series, who edit its events through a mailed link. */
export const organisers = pgTable(
  'organisers',
  {
    id: id(),
    series_id: uuid()
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    /** The SHA-256 of the token in the mailed link. Null until the mail is sent. */
    token_hash: text().unique(),
    created_at: instant().notNull().default(sql`now()`),
    /** The admin's user name at that time. */
    created_by: text().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    last_used_at: instant(),
  },
  (table) => [
    index('organisers_by_series').on(table.series_id),
    uniqueIndex('organisers_same').on(table.series_id, table.email).where(sql`${table.revoked_at} is null`),
  ],
);

/** Changes by organisers that an admin must approve. `before` and `after` have the changed fields. */
export const eventProposals = pgTable(
  'event_proposals',
  {
    id: id(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    organiser_id: uuid().references(() => organisers.id, { onDelete: 'set null' }),
    /** The organiser's address at that time. */
    organiser_email: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>().notNull(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    created_at: instant().notNull().default(sql`now()`),
    admin_comments: text(),
    reviewed_at: instant(),
    /** The admin's user name at that time. */
    reviewed_by: text(),
  },
  (table) => [
    index('event_proposals_by_event').on(table.event_id),
    index('event_proposals_by_organiser').on(table.organiser_id),
    index('event_proposals_by_status').on(table.status, table.created_at),
    uniqueIndex('event_proposals_pending')
      .on(table.event_id, table.organiser_id)
      .where(sql`${table.status} = 'pending'`),
    check('event_proposals_status', sql`${table.status} in ('pending', 'approved', 'rejected')`),
  ],
);

/** How often the page of an event was shown on a day in Stockholm. */
export const pageViews = pgTable(
  'page_views',
  {
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
    views: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.event_id, table.day] }),
    check('page_views_count', sql`${table.views} > 0`),
  ],
);
