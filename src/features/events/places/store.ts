import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { events } from '../../../../db/schema';
import type { Db } from '../../../platform/database';
import type { Spot } from '../../../shared/geo';

/** A geocoder's answer does not disturb somebody who is editing the event. */
const sameVersion = { version: sql`version` };

/** What of an event a geocoder is asked about, and where it stands until then. */
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

/** A spot set by an admin stays until they reset it (D29). */
const notSetByHand = sql`${events.place_source} is distinct from 'admin'`;

/**
 * The next event whose place a geocoder may know better: it has an address, or an ort that the gazetteer lacks.
 * It is put off by `leaseSeconds`, so that no other instance asks too, and is asked about again if this one dies.
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

/** The event still says what was asked about, and no admin has set its spot meanwhile. */
const asAsked = ({ id, ort, address, landskap }: GeocodingEvent) =>
  and(
    eq(events.id, id),
    notSetByHand,
    sql`(${events.ort}, ${events.address}, ${events.landskap}) is not distinct from (${ort}::text, ${address}::text, ${landskap}::text)`,
  );

/** The geocoder's answer: a spot, or undefined when it knew none. Changes nothing when the event changed meanwhile. */
export function storeGeocoded(db: Db, event: GeocodingEvent, spot: Spot | undefined) {
  return db
    .update(events)
    .set({ ...sameVersion, geocode_due: null, ...(spot && { ...spot, place_source: 'geocoder' as const }) })
    .where(asAsked(event));
}

/** The geocoder could not be asked: any instance may try again at once, when it thinks the geocoder well. */
export function releaseFromGeocoding(db: Db, event: GeocodingEvent) {
  return db
    .update(events)
    .set({ ...sameVersion, geocode_due: sql`now()` })
    .where(asAsked(event));
}
