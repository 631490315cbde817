import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/**
 * Mails to be sent (D22), written in the transaction of what causes them. A row says which mail and about what;
 * the words, and the token of a link, are made when it is sent, so that no token stands here.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: id(),
    kind: text().notNull(),
    about: jsonb().$type<Record<string, string>>().notNull(),
    /** How often somebody took it to send it, whatever came of that: it says whose the row is. */
    attempts: integer().notNull().default(0),
    /** How often it was refused or deferred for its own sake; a server that is away is none of them. */
    refusals: integer().notNull().default(0),
    /** Not before then: put off at each attempt, so that a worker that dies leaves it to another. */
    due_at: instant().notNull().default(sql`now()`),
    created_at: instant().notNull().default(sql`now()`),
    /** Given up then: refused too often. The row stays, so that nothing is lost unseen. */
    failed_at: instant(),
  },
  (table) => [
    index('outbox_due').on(table.due_at).where(sql`${table.failed_at} is null`),
    // A hash, because a tree does not hold a long comment.
    index('outbox_about').using('hash', table.about),
  ],
);
