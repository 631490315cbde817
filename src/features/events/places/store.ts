import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import type { GeoPosition } from '#src/shared/geo.ts';

/** Keeps the version, so that an admin can still save an edit in progress. */
const keepVersion = { version: sql`version` };

const geocodingColumns = {
  id: events.id,
  ort: events.ort,
  address: events.address,
  landskap: events.landskap,
  latitude: events.latitude,
  longitude: events.longitude,
  place_source: events.place_source,
};
export type GeocodingEvent = Awaited<ReturnType<typeof claimForGeocoding>>[number];

/** A position set by an admin is never overwritten. */
const isNotSetByAdmin = sql`${events.place_source} is distinct from 'admin'`;

/** Moves the due time by `leaseSeconds`: no other instance claims the event, and it is retried after a crash. */
export function claimForGeocoding(db: Db, leaseSeconds: number) {
  const nextDue = db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        lte(events.geocode_due, sql`now()`),
        isNotSetByAdmin,
        or(
          isNotNull(events.address),
          and(isNotNull(events.ort), or(isNull(events.place_source), eq(events.place_source, 'landskap'))),
        ),
      ),
    )
    .orderBy(asc(events.geocode_due), asc(events.id))
    .limit(1)
    .for('update', { skipLocked: true });
  return db
    .update(events)
    .set({ geocode_due: sql`now() + make_interval(secs => ${leaseSeconds})`, ...keepVersion })
    .where(eq(events.id, sql`(${nextDue})`))
    .returning(geocodingColumns);
}

const isUnchangedSinceClaim = ({ id, ort, address, landskap }: GeocodingEvent) =>
  and(
    eq(events.id, id),
    isNotSetByAdmin,
    sql`(${events.ort}, ${events.address}, ${events.landskap}) is not distinct from (${ort}::text, ${address}::text, ${landskap}::text)`,
  );

/** An undefined `spot` means that the geocoder knew no position. */
export function storeGeocoded(db: Db, event: GeocodingEvent, spot: GeoPosition | undefined) {
  return db
    .update(events)
    .set({ ...keepVersion, geocode_due: null, ...(spot && { ...spot, place_source: 'geocoder' as const }) })
    .where(isUnchangedSinceClaim(event));
}

/** Another instance may try at once. */
export function releaseFromGeocoding(db: Db, event: GeocodingEvent) {
  return db
    .update(events)
    .set({ ...keepVersion, geocode_due: sql`now()` })
    .where(isUnchangedSinceClaim(event));
}
