import { asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { events, series } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { type JsonList, jsonRows } from '#src/platform/snapshot/json-rows.ts';
import { pick } from '#src/shared/pick.ts';
import { EventState } from './contract.ts';
import { EVENT_FIELD_NAMES } from './fields.ts';

/** Null for a link that is dead (D60). The subquery is run once for each query, not for each event. */
const isDead = (column: PgColumn) => sql`${column} in (select url from link_checks where status = 'dead')`;

const liveLink = (column: PgColumn) =>
  sql<string | null>`case when ${isDead(column)} then null else ${column} end`;

/** The links of events for public reads. Queries must not give the events another name. */
export const liveLinks = {
  race_link: liveLink(events.race_link),
  registration_url: liveLink(events.registration_url),
  result_link: liveLink(events.result_link),
  transfer_rules_url: liveLink(events.transfer_rules_url),
};

export const publicColumns = pick(getTableColumns(events), [
  'id',
  ...EVENT_FIELD_NAMES,
  'organizer_confirmed_on',
  'updated_at',
  'sequence',
  'series_id',
]);

/** For queries that left-join the series. */
export const urlColumn = sql<string | null>`'/lopp/' || ${series.slug} || '/' || ${events.edition}`;

const stateColumns = pick(getTableColumns(events), Object.keys(EventState.entries) as (keyof EventState)[]);

/** For queries that left-join the event. Null without one. */
export const stateColumn = sql<EventState | null>`case when ${events.id} is not null then (
  select row_to_json(state) from (select ${sql.join(Object.values(stateColumns), sql`, `)}) state) end`;

/** Names are in Swedish order, whatever the database's locale. */
export const byDate = [asc(events.event_date), sql`${events.event_name} collate "sv-x-icu"`, asc(events.id)];

/** The same rule as {@link registrationOf}. */
const registrationOn = (today: string) => sql`case
  when coalesce(${events.event_end_date}, ${events.event_date}) < ${today} or ${events.status} = 'cancelled' then 'closed'
  when ${events.registration_opens_on} > ${today} then 'not_open'
  when ${events.registration_closes_on} < ${today} then 'closed'
  when ${events.sold_out} then 'sold_out'
  when coalesce(${events.registration_opens_on}, ${events.registration_closes_on}) is not null
    or ${liveLinks.registration_url} is not null then 'open'
  else 'unknown' end`;

export const listColumns = (today: string) => ({
  ...publicColumns,
  ...liveLinks,
  distances: sql`array_to_string(${events.distances}, ', ')`,
  registration: registrationOn(today),
  url: urlColumn,
});

const listOrder = sql.join(byDate, sql`, `);
export const withSeries = sql`${events} left join ${series} on ${series.id} = ${events.series_id}`;

/** Returns a JSON list of {@link PublicEvent}. */
export function listEvents(db: Reader, today: string): Promise<JsonList> {
  return jsonRows(db, listColumns(today), { from: sql`from ${withSeries}`, orderBy: listOrder });
}

/** Returns a JSON list of {@link LocatedEvent}. */
export function listLocatedEvents(db: Reader, today: string): Promise<JsonList> {
  return jsonRows(
    db,
    {
      ...listColumns(today),
      latitude: events.latitude,
      longitude: events.longitude,
      is_approximate: sql`${events.place_source} is not distinct from 'landskap'`,
    },
    { from: sql`from ${withSeries} where ${events.latitude} is not null`, orderBy: listOrder },
  );
}

export function selectEvents(db: Reader) {
  return db
    .select({ ...publicColumns, ...liveLinks, url: urlColumn })
    .from(events)
    .leftJoin(series, eq(series.id, events.series_id))
    .$dynamic();
}

export function findEvent(db: Reader, id: string) {
  return atMostOne(selectEvents(db).where(eq(events.id, id)));
}

/** In any order. */
export const findByIds = (db: Reader, ids: readonly string[]) =>
  selectEvents(db).where(inArray(events.id, [...ids]));

/** The latest first. */
export function findEditions(db: Reader, seriesId: string) {
  return selectEvents(db)
    .where(eq(events.series_id, seriesId))
    .orderBy(desc(events.event_date), desc(events.id));
}

/** Another text after each write to the database. */
export async function readChangeId(db: Reader): Promise<string> {
  const { id } = await exactlyOne(
    db.execute<{ id: string }>(sql`select pg_snapshot_xmax(pg_current_snapshot())::text as id`),
  );
  return id;
}

export async function hasEvent(db: Reader, id: string): Promise<boolean> {
  return (await db.select({ id: events.id }).from(events).where(eq(events.id, id))).length > 0;
}

export async function hasEvents(db: Reader): Promise<boolean> {
  return (await db.select({ id: events.id }).from(events).limit(1)).length > 0;
}

/** Blocks writes but not reads. */
export async function lockEventsTable(db: Reader): Promise<void> {
  await db.execute(sql`lock table ${events} in share row exclusive mode`);
}

export async function insertEvents(db: Db, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await db.insert(events).values(rows);
}

/** Keeps the event from being deleted until the transaction ends. */
export function shareLockEvent(db: Reader, id: string) {
  return atMostOne(
    db
      .select({
        event_name: events.event_name,
        event_date: events.event_date,
        event_end_date: events.event_end_date,
        status: events.status,
        distances: events.distances,
        transfer_policy: events.transfer_policy,
        transfer_periods: events.transfer_periods,
        transfer_rules_url: events.transfer_rules_url,
        transfer_checked_on: events.transfer_checked_on,
      })
      .from(events)
      .where(eq(events.id, id))
      .for('key share'),
  );
}
