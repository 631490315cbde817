import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Mailboxes whose owners pressed "Mejla mig inte mer": they get no mails that unconfirmed addresses get. */
export const mailStops = pgTable('mail_stops', {
  /** SHA-256 of the address in hex, so that nobody can read it here. */
  mailbox_hash: text().primaryKey(),
  created_at: instant().notNull().default(sql`now()`),
});
