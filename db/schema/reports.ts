import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { announcements } from './announcements.ts';
import { id, instant } from './columns.ts';

/**
 * The reporter's name and e-mail are copied. A trigger anonymizes them when the reporter's account is deleted, and when
 * an older backup restores such a report.
 */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    reported_user_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    reporter_id: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    reporter_name: text().notNull(),
    reporter_email: text(),
    related_announcement_id: uuid().references(() => announcements.id, { onDelete: 'set null' }),
    reason: text()
      .$type<'fraud' | 'fake_listing' | 'harassment' | 'spam' | 'inappropriate' | 'other'>()
      .notNull(),
    description: text().notNull(),
    status: text().$type<'new' | 'handled'>().notNull().default('new'),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index('reports_by_reported_user').on(table.reported_user_id),
    index('reports_by_reporter').on(table.reporter_id),
    index('reports_by_announcement').on(table.related_announcement_id),
    check(
      'reports_reason',
      sql`${table.reason} in ('fraud', 'fake_listing', 'harassment', 'spam', 'inappropriate', 'other')`,
    ),
    check('reports_status', sql`${table.status} in ('new', 'handled')`),
  ],
);
