import { asc, eq, isNotNull, sql } from 'drizzle-orm';
import { events } from '../../../db/schema';
import type { Db } from '../../platform/database';

/** What everyone sees of an event. */
export const publicColumns = {
  id: events.id,
  event_name: events.event_name,
  event_date: events.event_date,
  event_end_date: events.event_end_date,
  sport_type: events.sport_type,
  distances: events.distances,
  ort: events.ort,
  landskap: events.landskap,
  address: events.address,
  race_link: events.race_link,
  result_link: events.result_link,
  organizer: events.organizer,
  additional_fields: events.additional_fields,
  banner_text: events.banner_text,
  banner_start_date: events.banner_start_date,
  banner_end_date: events.banner_end_date,
  banner_color: events.banner_color,
};

/** By start date, names as Swedish sorts them whatever the database's own language (section 9). */
export const byDate = [asc(events.event_date), sql`${events.event_name} collate "sv-x-icu"`, asc(events.id)];

/** Every event by start date (section 9). */
export function listEvents(db: Db) {
  return db
    .select(publicColumns)
    .from(events)
    .orderBy(...byDate);
}

/** The events that have a place (D29). */
export function listLocatedEvents(db: Db) {
  return db
    .select({
      ...publicColumns,
      latitude: events.latitude,
      longitude: events.longitude,
      place_source: events.place_source,
    })
    .from(events)
    .where(isNotNull(events.latitude))
    .orderBy(...byDate);
}

export async function hasEvents(db: Db): Promise<boolean> {
  return (await db.select({ id: events.id }).from(events).limit(1)).length > 0;
}

export async function lockEvents(db: Db): Promise<void> {
  await db.execute(sql`lock table ${events} in share row exclusive mode`);
}

export async function insertEvents(db: Db, rows: (typeof events.$inferInsert)[]): Promise<void> {
  await db.insert(events).values(rows);
}

/** The event, which nobody deletes until the caller's transaction ends; undefined when it is gone. */
export async function keepEvent(db: Db, id: string) {
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
