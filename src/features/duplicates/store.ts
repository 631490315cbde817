import { asc, gte, sql } from 'drizzle-orm';
import { distinctEvents, events } from '#db/schema/index.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { ComparedEvent } from './rules.ts';

/** Those since the day, the first first. */
export function findComparedEvents(db: Reader, since: string): Promise<ComparedEvent[]> {
  return db
    .select({
      id: events.id,
      event_name: events.event_name,
      event_date: events.event_date,
      sport_type: events.sport_type,
      distances: events.distances,
      ort: events.ort,
      landskap: events.landskap,
      latitude: events.latitude,
      longitude: events.longitude,
      place_source: events.place_source,
    })
    .from(events)
    .where(gte(events.event_date, since))
    .orderBy(asc(events.event_date), asc(events.id));
}

export function findDismissed(db: Reader): Promise<{ event_id: string; other_id: string }[]> {
  return db
    .select({ event_id: distinctEvents.event_id, other_id: distinctEvents.other_id })
    .from(distinctEvents);
}

/** The number of watches of each of the events. */
export async function countWatches(db: Reader, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.execute<{ event_id: string; watches: number }>(sql`
    select event_id, count(*)::int as watches from watches where event_id = ${idsIn(ids)} group by event_id`);
  return new Map(rows.map(({ event_id, watches }) => [event_id, watches]));
}

/** Returns their names. The lock prevents their deletion until the transaction ends. */
export async function shareLockEvents(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.execute<{ event_name: string }>(sql`
    select event_name from events where id = ${idsIn(ids)} order by id for key share`);
  return rows.map(({ event_name }) => event_name);
}

/** Returns false if they are stored as distinct already. */
export async function insertDistinct(
  db: Db,
  [id, otherId]: readonly [string, string],
  decided_by: string,
  decided_at: string,
): Promise<boolean> {
  const [event_id, other_id] = id < otherId ? [id, otherId] : [otherId, id];
  const rows = await db
    .insert(distinctEvents)
    .values({ event_id, other_id, decided_by, decided_at })
    .onConflictDoNothing()
    .returning({ event_id: distinctEvents.event_id });
  return rows.length > 0;
}
