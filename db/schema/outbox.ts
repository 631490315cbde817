import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/**
 * Mails to be sent, inserted in the transaction that causes them. A row contains only the kind of the mail and the ids
 * it is about. The text and the tokens of its links are created when it is sent, so that no token is stored here.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    kind: text().notNull(),
    about: jsonb().$type<Record<string, string>>().notNull(),
    /** How often a worker has claimed the mail. The number identifies the worker that owns the row. */
    attempts: integer().notNull().default(0),
    /**
     * How often the mail server rejected the mail, permanently or temporarily. An unavailable server does not count.
     */
    refusals: integer().notNull().default(0),
    /**
     * The earliest time of the next attempt. A claim sets it to the end of the claim, after which others may take over.
     */
    due_at: instant().notNull().default(sql`now()`),
    created_at: instant().notNull().default(sql`now()`),
    /** When the mail failed permanently after too many rejections. The row is kept, so that operators can see it. */
    failed_at: instant(),
  },
  (table) => [
    index('outbox_due').on(table.due_at).where(sql`${table.failed_at} is null`),
    // A hash index, because a B-tree cannot index long values, such as an admin's comment.
    index('outbox_about').using('hash', table.about),
  ],
);
