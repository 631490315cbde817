import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, instant, version } from './columns.ts';
import { events } from './events.ts';

/** Fields for the events of formats that lack them. */
export type SourceDefaults = { sport_type?: string; distances?: string; landskap?: string };

/** The lists have only the first entries, the counts include all. */
export type SourceReport = {
  found: number;
  ignored_count: number;
  error_count: number;
  ignored: { line?: number; row?: number; name?: string; reason: string }[];
  errors: string[];
  warnings: string[];
};

/** Addresses of calendars, CSV files and feeds of others, fetched every day. */
export const sources = pgTable(
  'sources',
  {
    id: id(),
    name: text().notNull(),
    url: text().notNull().unique(),
    /** Its changes are accepted without an admin. */
    trusted: boolean().notNull().default(false),
    defaults: jsonb().$type<SourceDefaults>().notNull().default({}),
    created_at: instant().notNull().default(sql`now()`),
    /** The next fetch, or the end of the current claim. */
    due_at: instant().notNull().default(sql`now()`),
    /** The last attempt. */
    fetched_at: instant(),
    succeeded_at: instant(),
    /** An error code of the last attempt. Null if it succeeded. */
    error: text(),
    /** The message about `error` for admins. */
    error_text: text(),
    /** What was left out when the content was last read. */
    report: jsonb().$type<SourceReport>(),
    etag: text(),
    last_modified: text(),
    version: version(),
  },
  (table) => [index('sources_due').on(table.due_at)],
);

/** What a source had when it was last fetched, and which event each item is. */
export const sourceItems = pgTable(
  'source_items',
  {
    source_id: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** The UID or id of the item, or its name, date and place. */
    key: text().notNull(),
    event_id: uuid().references(() => events.id, { onDelete: 'set null' }),
    /** The fields of the event as last accepted. */
    accepted: jsonb().$type<Record<string, unknown>>(),
    seen_at: instant().notNull(),
    /** When the source no longer had it. */
    vanished_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.source_id, table.key] }),
    index('source_items_by_event').on(table.event_id),
  ],
);

/** New and changed items of sources that wait for an admin. */
export const sourceChanges = pgTable(
  'source_changes',
  {
    id: id(),
    source_id: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    /** The event that it changes. Null for a new one. */
    event_id: uuid().references(() => events.id, { onDelete: 'cascade' }),
    /** The changed fields as last accepted. Null for a new event. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** The changed fields, or all fields of a new event. */
    after: jsonb().$type<Record<string, unknown>>().notNull(),
    status: text().$type<'pending' | 'ignored'>().notNull().default('pending'),
    found_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    unique('source_changes_same').on(table.source_id, table.key),
    index('source_changes_by_event').on(table.event_id),
    check('source_changes_status', sql`${table.status} in ('pending', 'ignored')`),
  ],
);

export type LinkStatus = 'unchecked' | 'ok' | 'unknown' | 'failing' | 'dead';

/** The distinct links of events and how their last check went. */
export const linkChecks = pgTable(
  'link_checks',
  {
    /** From the SHA-256 of the address: a B-tree cannot index long texts. */
    id: uuid().primaryKey(),
    url: text().notNull(),
    /** With the port, in lower case. Its links are checked one at a time. */
    host: text().notNull(),
    status: text().$type<LinkStatus>().notNull().default('unchecked'),
    http_status: integer(),
    /** Why it failed: `http`, `dns`, `tls`, `refused`, `timeout` and so on. */
    reason: text(),
    /** The failures in a row. */
    failures: integer().notNull().default(0),
    /** When the first of them was. */
    failing_since: instant(),
    checked_at: instant(),
    due_at: instant().notNull().default(sql`now()`),
    /** Nobody else requests the host before that. */
    claimed_until: instant(),
  },
  (table) => [
    index('link_checks_due').on(table.due_at),
    index('link_checks_claimed').on(table.claimed_until),
    index('link_checks_dead').on(table.status).where(sql`${table.status} in ('failing', 'dead')`),
    check('link_checks_status', sql`${table.status} in ('unchecked', 'ok', 'unknown', 'failing', 'dead')`),
  ],
);
