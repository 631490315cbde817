import * as v from 'valibot';
import { fields, uuid, version } from '../../../shared/fields';
import { AROUND_SWEDEN } from '../../../shared/geo';
import { PublicEvent, whole } from '../contract';
import { EVENT_FIELDS } from '../fields';

const degrees = (min: number, max: number) =>
  v.nullish(
    v.pipe(v.number('event.place'), v.minValue(min, 'event.place'), v.maxValue(max, 'event.place')),
    null,
  );

/**
 * A spot that an admin sets by hand, both halves or neither, in WGS 84 degrees. What lies outside of where the map can
 * be moved to is refused: it is a slip, such as the halves in each other's place.
 */
const spot = {
  latitude: degrees(AROUND_SWEDEN.south, AROUND_SWEDEN.north),
  longitude: degrees(AROUND_SWEDEN.west, AROUND_SWEDEN.east),
};

/** What an admin writes; with a spot it is set by hand, without one it is found (D29). */
export const NewEvent = whole(spot);
export type NewEvent = v.InferOutput<typeof NewEvent>;

export const EventId = fields({ id: uuid('event.not_found') });

/**
 * What an admin writes over an event: all of it, so that what is left out is emptied; but a spot set by hand stays until
 * it is reset (D29). With the `version` that the admin was shown nothing of somebody else's is written over unseen;
 * without one the last write wins.
 */
export const EventUpdate = whole({ ...EventId.entries, ...spot, version });
export type EventUpdate = v.InferOutput<typeof EventUpdate>;

/** Where an event says that it is, for the gazetteer to find. */
export const PlaceQuery = fields({
  ort: EVENT_FIELDS.ort.input,
  landskap: EVENT_FIELDS.landskap.input,
  address: EVENT_FIELDS.address.input,
});
export type PlaceQuery = v.InferOutput<typeof PlaceQuery>;

/** Where the gazetteer puts an event; `is_approximate` is only the middle of its landskap (D29). */
export const FoundSpot = v.object({
  latitude: v.number(),
  longitude: v.number(),
  is_approximate: v.boolean(),
});
export type FoundSpot = v.InferOutput<typeof FoundSpot>;

/** An event as admins see it. */
export const AdminEvent = v.object({
  ...PublicEvent.entries,
  /** WGS 84 degrees, or null when no place is known. */
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  /** Only the middle of its landskap (D29). */
  is_approximate: v.boolean(),
  /** The spot was set by an admin, and stays until it is reset (D29). */
  is_manual: v.boolean(),
  /** The ads that are open for it; a deletion leaves them inactive (D12). */
  announcement_count: v.number(),
  /** Grows when somebody changes the event. */
  version: v.number(),
});
export type AdminEvent = v.InferOutput<typeof AdminEvent>;
