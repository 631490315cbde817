import * as v from 'valibot';
import { isDistanceFor, publishedDistances } from '../../shared/distances';
import type { ErrorCode } from '../../shared/errors';
import { fields } from '../../shared/fields';
import type { Sport } from '../../shared/sports';
import { EVENT_FIELD_NAMES, EVENT_FIELDS, type EventField, schemasOf } from './fields';

type RaceValues = {
  event_date: string;
  event_end_date: string | null;
  distances: string[];
  sport_type: Sport;
};

export const distancesFit = (event: Pick<RaceValues, 'distances' | 'sport_type'>): boolean =>
  event.distances.every((distance) => isDistanceFor(event.sport_type, distance));

/** Adds a unit to bare numbers, because readers could not tell which one is meant. */
export const withPublishedDistances = <Event extends Pick<RaceValues, 'distances' | 'sport_type'>>(
  event: Event,
): Event => ({ ...event, distances: publishedDistances(event.distances, event.sport_type) });

export const endNotBeforeStart = (event: Pick<RaceValues, 'event_date' | 'event_end_date'>): boolean =>
  event.event_end_date === null || event.event_end_date >= event.event_date;

const inputSchemas = schemasOf(EVENT_FIELDS, 'input');
type EventValues = v.InferOutput<v.ObjectSchema<typeof inputSchemas, undefined>> & {
  latitude?: number | null;
  longitude?: number | null;
};

/** `field` is the field that the issue is reported for. */
type CrossFieldRule = {
  comparedFields: readonly (keyof EventValues)[];
  isValid: (event: EventValues) => boolean;
  field: keyof EventValues;
  code: ErrorCode;
};

const CROSS_FIELD_RULES: readonly CrossFieldRule[] = [
  {
    comparedFields: ['distances', 'sport_type'],
    isValid: distancesFit,
    field: 'distances',
    code: 'event.distance',
  },
  {
    comparedFields: ['event_date', 'event_end_date'],
    isValid: endNotBeforeStart,
    field: 'event_end_date',
    code: 'event.end_before_start',
  },
  ...(['banner_start_date', 'banner_end_date'] as const).map(
    (field): CrossFieldRule => ({
      comparedFields: ['banner_text', field],
      isValid: (event) => !event.banner_text || !!event[field],
      field,
      code: 'event.required',
    }),
  ),
  {
    comparedFields: ['banner_start_date', 'banner_end_date'],
    isValid: ({ banner_start_date: start, banner_end_date: end }) => !start || !end || end >= start,
    field: 'banner_end_date',
    code: 'event.banner_order',
  },
  {
    comparedFields: ['latitude', 'longitude'],
    isValid: ({ latitude = null, longitude = null }) => (latitude === null) === (longitude === null),
    field: 'longitude',
    code: 'event.place',
  },
];

/** Requires that the single fields are valid. */
export const findFieldConflict = (event: EventValues) =>
  CROSS_FIELD_RULES.find(({ isValid }) => !isValid(event));

/** Checks between fields also run if other fields are invalid. */
export function eventSchema<const ExtraFields extends v.ObjectEntries>(extraFields: ExtraFields) {
  const schema = fields<typeof inputSchemas & ExtraFields>({ ...inputSchemas, ...extraFields });
  return v.pipe(
    schema,
    v.rawCheck<v.InferOutput<typeof schema>>(({ dataset, addIssue }) => {
      const event = dataset.value as EventValues;
      if (event === null || typeof event !== 'object') return;
      const invalidFields = new Set(dataset.issues?.map((issue) => issue.path?.[0]?.key));
      for (const { comparedFields, isValid, field, code } of CROSS_FIELD_RULES) {
        if (comparedFields.some((name) => invalidFields.has(name)) || isValid(event)) continue;
        const path = {
          type: 'object',
          origin: 'value',
          input: { ...event },
          key: field,
          value: event[field],
        } as const;
        addIssue({ message: code, path: [path] });
      }
    }),
    v.transform((event) => withPublishedDistances(event as EventValues) as typeof event),
  );
}

/** An event from an import or an approved proposal. */
export const EventInput = eventSchema({});
export type EventInput = v.InferOutput<typeof EventInput>;

/** `distances` is one text, joined with comma and space. */
export const PublicEvent = v.object({ id: v.string(), ...schemasOf(EVENT_FIELDS, 'output') });
export type PublicEvent = v.InferOutput<typeof PublicEvent>;

/** For previews in forms. */
export const blankEvent: PublicEvent = {
  ...(Object.fromEntries(EVENT_FIELD_NAMES.map((name) => [name, null])) as Record<EventField, null>),
  id: '',
  event_name: '',
  event_date: '',
  sport_type: '',
  distances: '',
  additional_fields: [],
  banner_color: 'red',
};

/** Coordinates are in WGS 84 degrees. */
export const LocatedEvent = v.object({
  ...PublicEvent.entries,
  latitude: v.number(),
  longitude: v.number(),
  is_approximate: v.boolean(),
});
export type LocatedEvent = v.InferOutput<typeof LocatedEvent>;
