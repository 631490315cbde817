import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { events } from '../../../../db/schema';
import type { Db } from '../../../platform/database';
import type { GeoPosition } from '../../../shared/geo';

/** Keeps the version, so that an admin can still save an edit in progress. */
const sameVersion = { version: sql`version` };

/** The columns that the geocoding worker needs. */
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
const notSetByHand = sql`${events.place_source} is distinct from 'admin'`;

/**
 * Claims the next due event: one with an address, or with an ort that the gazetteer does not know. Its due time is
 * moved by `leaseSeconds`, so that no other instance claims it, and it is retried if this one crashes.
 */
export function claimForGeocoding(db: Db, leaseSeconds: number) {
  const next = db
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        lte(events.geocode_due, sql`now()`),
        notSetByHand,
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
    .set({ geocode_due: sql`now() + make_interval(secs => ${leaseSeconds})`, ...sameVersion })
    .where(eq(events.id, sql`(${next})`))
    .returning(geocodingColumns);
}

/** Matches the event if its location fields are unchanged and no admin has set its position since the claim. */
const unchangedSinceClaim = ({ id, ort, address, landskap }: GeocodingEvent) =>
  and(
    eq(events.id, id),
    notSetByHand,
    sql`(${events.ort}, ${events.address}, ${events.landskap}) is not distinct from (${ort}::text, ${address}::text, ${landskap}::text)`,
  );

/**
 * Stores a geocoder's result; undefined means that it knew no position. Does nothing if the event has changed since the
 * claim.
 */
export function storeGeocoded(db: Db, event: GeocodingEvent, spot: GeoPosition | undefined) {
  return db
    .update(events)
    .set({ ...sameVersion, geocode_due: null, ...(spot && { ...spot, place_source: 'geocoder' as const }) })
    .where(unchangedSinceClaim(event));
}

/** Makes the event due again after a failed request. Another instance may try at once. */
export function releaseFromGeocoding(db: Db, event: GeocodingEvent) {
  return db
    .update(events)
    .set({ ...sameVersion, geocode_due: sql`now()` })
    .where(unchangedSinceClaim(event));
}
