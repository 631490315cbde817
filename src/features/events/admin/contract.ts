import * as v from 'valibot';
import { fields, optionalDay, uuid, version } from '#src/shared/fields.ts';
import { AROUND_SWEDEN } from '#src/shared/geo.ts';
import { eventSchema } from '../contract.ts';
import {
  EVENT_FIELDS,
  STATE_FIELDS,
  type StateField,
  schemasOf,
  TRANSFER_FIELDS,
  type TransferField,
} from '../fields.ts';

export { AdminEvent } from '../admin-view/contract.ts';

const degrees = (min: number, max: number) =>
  v.nullish(
    v.pipe(v.number('event.place'), v.minValue(min, 'event.place'), v.maxValue(max, 'event.place')),
    null,
  );

/** Both or neither. Values outside the map's area are mistakes, such as swapped latitude and longitude. */
const coordinateFields = {
  latitude: degrees(AROUND_SWEDEN.south, AROUND_SWEDEN.north),
  longitude: degrees(AROUND_SWEDEN.west, AROUND_SWEDEN.east),
};

/**
 * Without coordinates, the event is located by its address and place names (D29). Without `series_id`, its name and ort
 * decide on the series (D41).
 */
export const NewEvent = eventSchema({
  ...coordinateFields,
  series_id: v.nullish(uuid('series.not_found'), null),
});
export type NewEvent = v.InferOutput<typeof NewEvent>;

export const EventId = fields({ id: uuid('event.not_found') });

/** Without `event_date`, the copy is for the next year. */
export const EventCopy = fields({ ...EventId.entries, event_date: optionalDay });
export type EventCopy = v.InferOutput<typeof EventCopy>;

const optionalInput = { ...schemasOf(STATE_FIELDS, 'input'), ...schemasOf(TRANSFER_FIELDS, 'input') };
const keptIfLeftOut = Object.fromEntries(
  Object.entries(optionalInput).map(([name, schema]) => [name, v.optional(schema)]),
) as { [Name in StateField | TransferField]: v.OptionalSchema<(typeof optionalInput)[Name], undefined> };

/**
 * Fields that are left out are cleared. Kept are coordinates set by an admin, until they are reset (D29), and the
 * fields of state, registration and transfer, which older clients do not know.
 * Without a `version` the last write wins.
 */
export const EventUpdate = eventSchema({
  ...EventId.entries,
  ...coordinateFields,
  ...keptIfLeftOut,
  date_change: v.optional(v.picklist(['correction', 'moved'], 'request.invalid'), 'correction'),
  version,
});
export type EventUpdate = v.InferOutput<typeof EventUpdate>;

export const PlaceQuery = fields({
  ort: EVENT_FIELDS.ort.input,
  landskap: EVENT_FIELDS.landskap.input,
  address: EVENT_FIELDS.address.input,
});
export type PlaceQuery = v.InferOutput<typeof PlaceQuery>;

/** `is_approximate` means the middle of the landskap (D29). */
export const FoundSpot = v.object({
  latitude: v.number(),
  longitude: v.number(),
  is_approximate: v.boolean(),
});
export type FoundSpot = v.InferOutput<typeof FoundSpot>;
