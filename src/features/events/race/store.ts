import { and, asc, between, eq, ne, sql } from 'drizzle-orm';
import { events, series } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';
import type { Bounds } from '#src/shared/geo.ts';
import { byDate, selectEvents } from '../store.ts';
import type { Located } from './contract.ts';

/** Of the series with the slug, the earliest first. */
export const findEditionsAt = (db: Reader, slug: string) =>
  selectEvents(db).where(eq(series.slug, slug)).orderBy(asc(events.event_date), asc(events.id));

const position = {
  latitude: sql<number>`${events.latitude}`,
  longitude: sql<number>`${events.longitude}`,
  is_approximate: sql<boolean>`${events.place_source} is not distinct from 'landskap'`,
};

/** Undefined if the position is not known. */
export const findPosition = (db: Reader, id: string): Promise<Located | undefined> =>
  atMostOne(
    db
      .select(position)
      .from(events)
      .where(and(eq(events.id, id), sql`${events.latitude} is not null`)),
  );

type Race = { sport_type: string; series_id: string | null; id: string };

/** Scheduled races of the same sport that are not over, by date. */
export function findInBox(
  db: Reader,
  { sport_type, series_id, id }: Race,
  { west, south, east, north }: Bounds,
  today: string,
) {
  return db
    .select({ id: events.id, ...position })
    .from(events)
    .where(
      and(
        eq(events.sport_type, sport_type),
        eq(events.status, 'scheduled'),
        ne(events.id, id),
        sql`${events.series_id} is distinct from ${series_id}::uuid`,
        sql`coalesce(${events.event_end_date}, ${events.event_date}) >= ${today}`,
        between(events.latitude, south, north),
        between(events.longitude, west, east),
      ),
    )
    .orderBy(...byDate);
}
