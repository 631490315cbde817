import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';
import { events } from './events.ts';
import { sources } from './sources.ts';

export type BatchKind = 'import' | 'source' | 'bulk' | 'undo';

/** Changes of many events that can be undone together: an import, the accepted changes of a source, a bulk edit. */
export const eventBatches = pgTable(
  'event_batches',
  {
    id: id(),
    kind: text().$type<BatchKind>().notNull(),
    /** A file name, the name of a source, or what a bulk edit did. */
    name: text().notNull(),
    /** The admin's user name at that time. Null for scripts and trusted sources. */
    made_by: text(),
    source_id: uuid().references(() => sources.id, { onDelete: 'set null' }),
    created_at: instant().notNull().default(sql`now()`),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    undone_at: instant(),
    /** The admin's user name at that time. */
    undone_by: text(),
  },
  (table) => [
    index('event_batches_by_time').on(table.created_at),
    index('event_batches_by_source').on(table.source_id).where(sql`${table.source_id} is not null`),
    check('event_batches_kind', sql`${table.kind} in ('import', 'source', 'bulk', 'undo')`),
  ],
);

export type ActorKind = 'admin' | 'organiser' | 'source' | 'geocoder' | 'system';

/**
 * Every change of an event. Triggers write it, whichever program changes the event. `before` and `after` have the
 * columns that changed; `before` is null for the creation, and `after` then has all of them.
 */
export const eventRevisions = pgTable(
  'event_revisions',
  {
    id: id(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    batch_id: uuid().references(() => eventBatches.id, { onDelete: 'set null' }),
    changed_at: instant().notNull().default(sql`clock_timestamp()`),
    actor_kind: text().$type<ActorKind>().notNull(),
    /** The user name of the admin, the address of the organiser or the name of the source at that time. */
    actor: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    index('event_revisions_by_event').on(table.event_id, table.changed_at),
    index('event_revisions_by_batch').on(table.batch_id).where(sql`${table.batch_id} is not null`),
    check(
      'event_revisions_actor_kind',
      sql`${table.actor_kind} in ('admin', 'organiser', 'source', 'geocoder', 'system')`,
    ),
  ],
);

/** Events that were deleted or merged into another one, with what is needed to restore them for a while. */
export const removedEvents = pgTable(
  'removed_events',
  {
    /** Of the event. */
    id: uuid().primaryKey(),
    batch_id: uuid().references(() => eventBatches.id, { onDelete: 'set null' }),
    /** The event that it was merged into. */
    into_id: uuid().references(() => events.id, { onDelete: 'cascade' }),
    removed_at: instant().notNull().default(sql`now()`),
    /** The admin's user name at that time. */
    removed_by: text(),
    /** The row is deleted then. */
    restorable_until: instant().notNull(),
    /** The row of the event. */
    event: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Rows that referred to it, by table: whole rows that were deleted, ids of those that were moved. */
    related: jsonb().$type<Record<string, unknown[]>>().notNull(),
  },
  (table) => [
    index('removed_events_by_batch').on(table.batch_id).where(sql`${table.batch_id} is not null`),
    index('removed_events_by_target').on(table.into_id).where(sql`${table.into_id} is not null`),
    index('removed_events_by_end').on(table.restorable_until),
  ],
);

/** Pairs of events that an admin has declared to be different races. `event_id` is the smaller id. */
export const distinctEvents = pgTable(
  'distinct_events',
  {
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    other_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    decided_at: instant().notNull().default(sql`now()`),
    /** The admin's user name at that time. */
    decided_by: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.event_id, table.other_id] }),
    index('distinct_events_by_other').on(table.other_id),
    check('distinct_events_order', sql`${table.event_id} < ${table.other_id}`),
  ],
);
