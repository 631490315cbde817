import { eq, getTableColumns, sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { pick } from '#src/shared/pick.ts';
import { EVENT_FIELD_NAMES } from '../fields.ts';

type NewRow = typeof events.$inferInsert;
export type EventRow = Omit<
  NewRow,
  'id' | 'created_at' | 'series_id' | 'edition' | 'updated_at' | 'sequence' | 'version'
>;

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

export function findStoredEvent(db: Reader, id: string) {
  return atMostOne(selectStored(db, id));
}

export function lockEvent(db: Reader, id: string) {
  // Weaker than `for update`: new ads for the event only lock its key and do not wait.
  return atMostOne(selectStored(db, id).for('no key update'));
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
