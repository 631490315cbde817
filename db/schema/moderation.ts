import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { announcements } from './announcements.ts';
import { id, instant } from './columns.ts';

/** Notices about ads from anybody (DSA, article 16). A notice without a decision is open. */
export const notices = pgTable(
  'notices',
  {
    id: id(),
    url: text().notNull(),
    announcement_id: uuid().references(() => announcements.id, { onDelete: 'set null' }),
    explanation: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    good_faith: boolean().notNull(),
    decision: text().$type<'removed' | 'kept'>(),
    /** The law or rule that the decision is based on. */
    ground: text(),
    facts: text(),
    decided_at: instant(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index('notices_by_announcement').on(table.announcement_id),
    check('notices_decision', sql`${table.decision} in ('removed', 'kept')`),
    check('notices_decided', sql`(${table.decision} is null) = (${table.decided_at} is null)`),
  ],
);

/** What a member was told about a decision against them (DSA, article 17), and their objection (article 20). */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    user_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text().$type<'ad_hidden' | 'ad_deleted' | 'account_suspended'>().notNull(),
    /** Of the ad. */
    order_number: text(),
    event_name: text(),
    ground: text(),
    facts: text(),
    notice_id: uuid().references(() => notices.id, { onDelete: 'set null' }),
    created_at: instant().notNull().default(sql`now()`),
    objection: text(),
    objected_at: instant(),
    objection_decision: text().$type<'upheld' | 'reversed'>(),
    objection_answer: text(),
    objection_decided_at: instant(),
  },
  (table) => [
    index('statements_by_user').on(table.user_id),
    index('statements_by_notice').on(table.notice_id),
    check('statements_kind', sql`${table.kind} in ('ad_hidden', 'ad_deleted', 'account_suspended')`),
    check('statements_objection_decision', sql`${table.objection_decision} in ('upheld', 'reversed')`),
  ],
);

/** Tokens of the mailed links to a statement. */
export const statementLinks = pgTable(
  'statement_links',
  {
    token_hash: text().primaryKey(),
    statement_id: uuid()
      .notNull()
      .references(() => statements.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
  },
  (table) => [index('statement_links_by_statement').on(table.statement_id)],
);

/**
 * Reports whose ad, conversation or account was deleted, with the messages, and deleted ads that a notice is about.
 * Only admins can read them, and they are erased after 180 days. It has no foreign keys, so that it outlives what it is
 * about.
 */
export const evidence = pgTable(
  'evidence',
  {
    id: id(),
    report_id: uuid().unique(),
    notice_id: uuid().unique(),
    content: jsonb().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index('evidence_by_time').on(table.created_at),
    check('evidence_subject', sql`num_nonnulls(${table.report_id}, ${table.notice_id}) = 1`),
  ],
);
