import * as v from 'valibot';
import { pick } from '#src/shared/pick.ts';
import { PublicEvent } from '../contract.ts';
import { CARD_FACTS } from '../facts.ts';

/** What lists, maps and filters need of an event. The page of a race has the rest. */
const LISTED_FIELDS = [
  ...CARD_FACTS.map(({ name }) => name),
  'id',
  'event_date',
  'event_name',
  'distances',
  'sport_type',
  'event_end_date',
  'ort',
  'landskap',
  'race_link',
  'result_link',
  'additional_fields',
  'status',
  'status_note',
  'previous_dates',
  'registration_opens_on',
  'registration_closes_on',
  'registration_kind',
  'sold_out',
  'registration',
  'banner_text',
  'banner_start_date',
  'banner_end_date',
  'banner_color',
  'organizer_confirmed_on',
  'url',
] as const satisfies (keyof PublicEvent)[];

export const ListedEvent = v.object(pick(PublicEvent.entries, LISTED_FIELDS));
export type ListedEvent = v.InferOutput<typeof ListedEvent>;

export const toListed = (event: PublicEvent): ListedEvent => pick(event, LISTED_FIELDS);

/** Where the calendar believes an event to be, in WGS 84 degrees. Null if that is unknown. */
type Position = { latitude: number | null; longitude: number | null; is_approximate: boolean };

export type CalendarEvent = ListedEvent & Position;

/** Of the events with a position. */
export type MappedEvent = ListedEvent & { latitude: number; longitude: number; is_approximate: boolean };

export const PLACE_FIELDS = ['ort', 'landskap', 'latitude', 'longitude', 'is_approximate'] as const;
/** The columns that are sent as they are. */
export const COLUMN_FIELDS = LISTED_FIELDS.filter(
  (name) => name !== 'id' && name !== 'url' && name !== 'ort' && name !== 'landskap',
);

const column = <Value extends v.GenericSchema>(value: Value) => v.array(v.nullable(value));

type Columns<Entries extends v.ObjectEntries> = {
  [Name in keyof Entries]: v.OptionalSchema<
    v.ArraySchema<v.NullableSchema<Entries[Name], undefined>, undefined>,
    undefined
  >;
};

const columnsOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, v.optional(column(entry as v.GenericSchema))]),
  ) as unknown as Columns<Entries>;

/**
 * Some thousand events, each field as a column, because that takes a quarter less than a list of objects. `null`, and a
 * column that is left out, means the value that the field has if nothing is known. `id` is in base64url. `place` is an
 * index into the places. `slug` is left out if it is the usual one of the name, and empty for an event without a page;
 * `edition` if it is the year.
 */
export const EventPage = v.object({
  id: v.array(v.string()),
  ...columnsOf(pick(ListedEvent.entries, COLUMN_FIELDS)),
  place: v.array(v.number()),
  slug: v.optional(column(v.string())),
  edition: v.optional(column(v.string())),
});
export type EventPage = v.InferOutput<typeof EventPage>;

/** Each place that an event has, in columns. */
export const EventPlaces = v.object({
  ort: v.optional(column(v.string())),
  landskap: v.optional(column(v.string())),
  latitude: v.optional(column(v.number())),
  longitude: v.optional(column(v.number())),
  is_approximate: v.optional(column(v.boolean())),
});

/** Events by date, then by name. */
export const EventPages = v.object({ places: EventPlaces, pages: v.array(EventPage) });
export type EventPages = v.InferOutput<typeof EventPages>;

/** Days of events are from 1900 on. */
export const YEAR = /^(19|[2-9]\d)\d\d$/;

/** `past` counts the events that are over, by the year of their last day. */
export const UpcomingEvents = v.object({
  ...EventPages.entries,
  past: v.array(v.object({ year: v.string(), count: v.number() })),
});
export type UpcomingEvents = v.InferOutput<typeof UpcomingEvents>;

/** The year of the last day of events. */
export const PastYear = v.object({
  year: v.pipe(v.string('request.invalid'), v.regex(YEAR, 'request.invalid')),
});
