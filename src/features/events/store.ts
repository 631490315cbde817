import { asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { events } from '../../../db/schema';
import type { Db, Reader } from '../../platform/database';
import { jsonRows } from '../../platform/snapshot/json-rows';
import { pick } from '../../shared/pick';
import { EVENT_NAMES } from './fields';

/** What everyone sees of an event. */
export const publicColumns = pick(getTableColumns(events), ['id', ...EVENT_NAMES]);

/** By start date, names as Swedish sorts them whatever the database's own language (section 9). */
export const byDate = [asc(events.event_date), sql`${events.event_name} collate "sv-x-icu"`, asc(events.id)];

/** The same as everyone gets it, distances joined with comma and space (section 3). */
const shownColumns = { ...publicColumns, distances: sql`array_to_string(${events.distances}, ', ')` };

/** Every event, past and upcoming, by start date, as JSON of {@link PublicEvent} (section 9). */
export function listEvents(db: Reader): Promise<string> {
  return jsonRows(db, shownColumns, sql`from ${events} order by ${sql.join(byDate, sql`, `)}`);
}

const locatedColumns = {
  ...shownColumns,
  latitude: events.latitude,
  longitude: events.longitude,
  is_approximate: sql`${events.place_source} is not distinct from 'landskap'`,
};

/** The events that have a place (D29), as JSON of {@link LocatedEvent}. */
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

export async function lockEvents(db: Reader): Promise<void> {
  await db.execute(sql`lock table ${events} in share row exclusive mode`);
}

export async function insertEvents(db: Db, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await db.insert(events).values(rows);
}

/** The event, which nobody deletes until the caller's transaction ends; undefined when it is gone. */
export async function keepEvent(db: Reader, id: string) {
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
