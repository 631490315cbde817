import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { id, instant } from './columns.ts';
import { events } from './events.ts';
import { series } from './series.ts';

/**
 * Who watches: a member, whose address is that of the account, or the confirmed address of a visitor. When an address
 * gets a verified account, a trigger gives its watches to the account.
 */
export const watchers = pgTable(
  'watchers',
  {
    id: id(),
    /** In lower case. Null for members. */
    email: text().unique(),
    user_id: uuid()
      .unique()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The highest number that one of the watches has had. */
    last_number: integer().notNull().default(0),
    paused_until: instant(),
    /** When the latest mail with news was queued. */
    mailed_at: instant(),
    /** The mail that was composed last, and when. After an outage of the mail server several may wait. */
    composed_mail_id: uuid(),
    composed_at: instant(),
    /** When the latest mail about ads that match the member's own was queued. */
    match_mailed_at: instant(),
    /** When a mail server permanently refused the address. Its watches ended then. No ads are mailed to it. */
    refused_at: instant(),
    /** Since when the visitor has no watches. The id is kept for a while, so that links of its mails stay valid. */
    idle_since: instant(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (table) => [check('watchers_address', sql`num_nonnulls(${table.email}, ${table.user_id}) = 1`)],
);

/** Visitors whose watches moved into those of an account. Links of their mails stay valid. A trigger writes it. */
export const mergedWatchers = pgTable(
  'merged_watchers',
  {
    /** Of the watcher that was removed. */
    id: uuid().primaryKey(),
    watcher_id: uuid()
      .notNull()
      .references(() => watchers.id, { onDelete: 'cascade' }),
    /** The numbers of its watches grew by this. */
    number_shift: integer().notNull(),
    /** Except those of watches that the account had too: pairs of the former number and that in the account. */
    same_numbers: jsonb().$type<[number, number][]>().notNull(),
  },
  (table) => [index('merged_watchers_by_watcher').on(table.watcher_id)],
);

export type WatchKind = 'search' | 'event' | 'series' | 'market_sale' | 'market_wanted';
export type Cadence = 'direct' | 'daily' | 'weekly';

/** `query` is set for `search`, else `event_id` or `series_id`. */
export const watches = pgTable(
  'watches',
  {
    id: id(),
    watcher_id: uuid()
      .notNull()
      .references(() => watchers.id, { onDelete: 'cascade' }),
    /** Of this watcher's watches, never reused. Links in mails name watches by it. */
    number: integer().notNull(),
    kind: text().$type<WatchKind>().notNull(),
    /** The query of the calendar, in its canonical form. */
    query: text(),
    event_id: uuid().references(() => events.id, { onDelete: 'cascade' }),
    series_id: uuid().references(() => series.id, { onDelete: 'cascade' }),
    /** Only of ads. Spelled as chosen; compared like the distances of ads. */
    distance: text(),
    min_price: integer(),
    max_price: integer(),
    cadence: text().$type<Cadence>().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    /** When it was made, or last confirmed that it should go on. */
    renewed_at: instant().notNull().default(sql`now()`),
    /** When its watcher was last asked whether it should go on. */
    asked_at: instant(),
  },
  (table) => [
    unique('watches_by_number').on(table.watcher_id, table.number),
    unique('watches_same')
      .on(
        table.watcher_id,
        table.kind,
        table.query,
        table.event_id,
        table.series_id,
        table.distance,
        table.min_price,
        table.max_price,
      )
      .nullsNotDistinct(),
    index('watches_by_event').on(table.event_id).where(sql`${table.event_id} is not null`),
    index('watches_by_series').on(table.series_id).where(sql`${table.series_id} is not null`),
    index('watches_by_query').using('hash', table.query),
    index('watches_by_renewal').on(table.renewed_at),
    check(
      'watches_kind',
      sql`${table.kind} in ('search', 'event', 'series', 'market_sale', 'market_wanted')`,
    ),
    check('watches_cadence', sql`${table.cadence} in ('direct', 'daily', 'weekly')`),
    check(
      'watches_target',
      sql`num_nonnulls(${table.query}, ${table.event_id}, ${table.series_id}) = 1
        and (${table.kind} = 'search') = (${table.query} is not null)`,
    ),
  ],
);

/** Watches of visitors that wait for their confirmation. Deleted after 14 days. */
export const watchRequests = pgTable(
  'watch_requests',
  {
    id: id(),
    email: text().notNull(),
    /** A `WatchTarget` as canonical JSON. */
    target: text().notNull(),
    cadence: text().$type<Cadence>().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    confirmed_at: instant(),
    /** How many confirmation mails were sent. */
    mail_count: integer().notNull().default(0),
  },
  (table) => [
    unique('watch_requests_same').on(table.email, table.target),
    index('watch_requests_by_time').on(table.created_at),
  ],
);

const box = customType<{ data: string }>({ dataType: () => 'box' });

/**
 * The distinct queries of watches, with what finds the few that an event may match (`matching/rules.ts`). Derived from
 * `query`, so it is not in backups.
 */
export const watchedSearches = pgTable(
  'watched_searches',
  {
    query: text().primaryKey(),
    key: text(),
    /** Degrees of longitude and latitude. Set instead of `key` for searches near a place. */
    area: box(),
  },
  (table) => [
    index('watched_searches_by_key').on(table.key),
    index('watched_searches_by_area').using('gist', table.area),
  ],
);

/**
 * Events and ads that changed, with what they were before the first change that is not processed yet. Triggers write
 * it, whichever program changes them.
 */
export const watchChanges = pgTable(
  'watch_changes',
  {
    subject: text().$type<'event' | 'ad'>().notNull(),
    subject_id: uuid().notNull(),
    /** Null if it did not exist. */
    before: jsonb(),
    changed_at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.subject_id] }),
    index('watch_changes_by_time').on(table.changed_at),
  ],
);

/**
 * News for watchers, also after it was mailed: each change of an event or ad once, however many watches it matches. A
 * row belongs to a mail once that is queued.
 */
export const watchNews = pgTable(
  'watch_news',
  {
    watcher_id: uuid()
      .notNull()
      .references(() => watchers.id, { onDelete: 'cascade' }),
    subject: text().$type<'event' | 'ad'>().notNull(),
    subject_id: uuid().notNull(),
    /** Its kind, and what makes it unique: `new`, `date:<id of the change>`, `opens:2027-01-10`. */
    change: text().notNull(),
    /** What it was before, such as the date. */
    was: jsonb(),
    /** Of the watches that it matches. Empty for an alert about an ad that matches one of the member's own. */
    numbers: integer().array().notNull(),
    /** The member's own ad that it matches. */
    own_ad_id: uuid(),
    due_at: instant().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    mail_id: uuid(),
    /** The state of the event in the mail, and when it was composed. */
    told: jsonb(),
  },
  (table) => [
    primaryKey({ columns: [table.watcher_id, table.subject_id, table.change] }),
    index('watch_news_due').on(table.due_at).where(sql`${table.mail_id} is null`),
    index('watch_news_by_mail').on(table.mail_id).where(sql`${table.mail_id} is not null`),
    index('watch_news_by_time').on(table.created_at),
  ],
);

/** The days whose openings of registration were announced. */
export const watchDays = pgTable('watch_days', { day: date({ mode: 'string' }).primaryKey() });
