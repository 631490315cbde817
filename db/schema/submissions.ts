import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, raceColumns } from './columns.ts';

export const submissions = pgTable(
  'event_submissions',
  {
    id: id(),
    ...raceColumns(),
    status: text().$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    submitter_name: text().notNull(),
    submitter_email: text().notNull(),
    submitter_phone: text(),
    submitted_at: instant().notNull().default(sql`now()`),
    admin_comments: text(),
    reviewed_at: instant(),
    /** The admin's user name at that time. */
    reviewed_by: text(),
  },
  (table) => [
    index('event_submissions_by_status').on(table.status, table.submitted_at),
    check('event_submissions_status', sql`${table.status} in ('pending', 'approved', 'rejected')`),
  ],
);
