import { and, count, desc, eq, not, sql } from 'drizzle-orm';
import { announcements, events, series } from '#db/schema/index.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';
import { isAdActive } from '../ads/store.ts';
import { byDate, publicColumns, urlColumn } from '../store.ts';

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

export function findAdminEvent(db: Reader, id: string, today: string) {
  return atMostOne(selectAdminEvents(db, today).where(eq(events.id, id)));
}
