import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/**
 * Mails to be sent, inserted in the transaction that causes them. The text and the tokens of the links are created when
 * a mail is sent, so that no token is stored here.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    kind: text().notNull(),
    about: jsonb().$type<Record<string, string>>().notNull(),
    /** Incremented by each claim, so it identifies the worker that owns the row. */
    attempts: integer().notNull().default(0),
    /** Rejections by the mail server. An unavailable server does not count. */
    refusals: integer().notNull().default(0),
    /** The earliest next attempt, or the end of the current claim, after which other workers may take over. */
    due_at: instant().notNull().default(sql`now()`),
    created_at: instant().notNull().default(sql`now()`),
    /** After too many rejections. The row is kept, so that operators can see it. */
    failed_at: instant(),
  },
  (table) => [
    index('outbox_due').on(table.due_at).where(sql`${table.failed_at} is null`),
    // A hash index, because a B-tree cannot index long values, such as an admin's comment.
    index('outbox_about').using('hash', table.about),
  ],
);
