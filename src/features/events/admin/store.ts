import { and, count, desc, eq, getTableColumns, not, sql } from 'drizzle-orm';
import { announcements, events, series } from '#db/schema/index.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { pick } from '#src/shared/pick.ts';
import { isAdActive } from '../ads/store.ts';
import { EVENT_FIELD_NAMES } from '../fields.ts';
import { byDate, publicColumns, urlColumn } from '../store.ts';

type NewRow = typeof events.$inferInsert;
export type EventRow = Omit<
  NewRow,
  'id' | 'created_at' | 'series_id' | 'edition' | 'updated_at' | 'sequence' | 'version'
>;

function selectAdminEvents(db: Reader, today: string) {
  const openAdCounts = db
    .select({ event_id: announcements.event_id, ads: count().as('ads') })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .where(and(isAdActive(today), not(announcements.is_completed)))
    .groupBy(announcements.event_id)
    .as('open');
  return db
    .select({
      ...publicColumns,
      url: urlColumn,
      latitude: events.latitude,
      longitude: events.longitude,
      place_source: events.place_source,
      announcement_count: sql<number>`coalesce(${openAdCounts.ads}, 0)::int`,
      version: events.version,
    })
    .from(events)
    .leftJoin(series, eq(series.id, events.series_id))
    .leftJoin(openAdCounts, eq(openAdCounts.event_id, events.id))
    .$dynamic();
}

export function findAdminEvents(db: Reader, today: string) {
  return selectAdminEvents(db, today).orderBy(...byDate);
}

/** The latest first. */
export function findAdminEditions(db: Reader, seriesId: string, today: string) {
  return selectAdminEvents(db, today)
    .where(eq(events.series_id, seriesId))
    .orderBy(desc(events.event_date), desc(events.id));
}

export function findAdminEventsWith(db: Reader, ids: readonly string[], today: string) {
  return selectAdminEvents(db, today).where(sql`${events.id} = ${idsIn(ids)}`);
}

export async function findAdminEvent(db: Reader, id: string, today: string) {
  const event = await atMostOne(selectAdminEvents(db, today).where(eq(events.id, id)));
  return event;
}

const storedColumns = pick(getTableColumns(events), [
  ...EVENT_FIELD_NAMES,
  'latitude',
  'longitude',
  'place_source',
  'geocode_due',
  'series_id',
  'edition',
  'version',
]);

const selectStored = (db: Reader, id: string) =>
  db.select(storedColumns).from(events).where(eq(events.id, id));

export type StoredEvent = Awaited<ReturnType<typeof selectStored>>[number];

export async function findStoredEvent(db: Reader, id: string) {
  const event = await atMostOne(selectStored(db, id));
  return event;
}

export async function lockEvent(db: Reader, id: string) {
  // Weaker than `for update`: new ads for the event only lock its key and do not wait.
  const event = await atMostOne(selectStored(db, id).for('no key update'));
  return event;
}

export async function insertEvent(db: Db, row: EventRow & { created_at: string }): Promise<string> {
  const event = await exactlyOne(db.insert(events).values(row).returning({ id: events.id }));
  return event.id;
}

/** With `isDueForGeocoding`, the event is due now by the database's clock, which the worker uses. */
export async function changeEvent(
  db: Db,
  id: string,
  row: Partial<EventRow>,
  isDueForGeocoding: boolean,
): Promise<void> {
  await db
    .update(events)
    .set({ ...row, ...(isDueForGeocoding && { geocode_due: sql`now()` }) })
    .where(eq(events.id, id));
}

export async function removeEvent(db: Db, id: string): Promise<string | undefined> {
  const event = await atMostOne(
    db.delete(events).where(eq(events.id, id)).returning({ event_name: events.event_name }),
  );
  return event?.event_name;
}
