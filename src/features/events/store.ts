import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { events } from '../../../db/schema';
import type { Db, Reader } from '../../platform/database';
import { jsonRows } from '../../platform/snapshot/json-rows';
import { pick } from '../../shared/pick';
import { EVENT_FIELD_NAMES } from './fields';

export const publicColumns = pick(getTableColumns(events), ['id', ...EVENT_FIELD_NAMES]);

/** Names are in Swedish order, whatever the database's locale. */
export const byDate = [asc(events.event_date), sql`${events.event_name} collate "sv-x-icu"`, asc(events.id)];

const listColumns = { ...publicColumns, distances: sql`array_to_string(${events.distances}, ', ')` };

/** Returns a JSON list of {@link PublicEvent}. */
export function listEvents(db: Reader): Promise<string> {
  return jsonRows(db, listColumns, sql`from ${events} order by ${sql.join(byDate, sql`, `)}`);
}

const locatedColumns = {
  ...listColumns,
  latitude: events.latitude,
  longitude: events.longitude,
  is_approximate: sql`${events.place_source} is not distinct from 'landskap'`,
};

/** Returns a JSON list of {@link LocatedEvent}. */
export function listLocatedEvents(db: Reader): Promise<string> {
  return jsonRows(
    db,
    locatedColumns,
    sql`from ${events} where ${events.latitude} is not null order by ${sql.join(byDate, sql`, `)}`,
  );
}

export async function hasEvents(db: Reader): Promise<boolean> {
  return (await db.select({ id: events.id }).from(events).limit(1)).length > 0;
}

export async function lockEventsTable(db: Reader): Promise<void> {
  await db.execute(sql`lock table ${events} in share row exclusive mode`);
}

export async function insertEvents(db: Db, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await db.insert(events).values(rows);
}

export async function shareLockEvent(db: Reader, id: string) {
  const [event] = await db
    .select({
      event_name: events.event_name,
      event_date: events.event_date,
      event_end_date: events.event_end_date,
      distances: events.distances,
    })
    .from(events)
    .where(eq(events.id, id))
    .for('key share');
  return event;
}
