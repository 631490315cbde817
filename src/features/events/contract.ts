import * as v from 'valibot';
import { isDistanceFor } from '../../shared/distances';
import type { ErrorCode } from '../../shared/errors';
import { fields } from '../../shared/fields';
import type { Sport } from '../../shared/sports';
import { EVENT_FIELDS, EVENT_NAMES, type EventField, schemasOf } from './fields';

type Core = { event_date: string; event_end_date: string | null; distances: string[]; sport_type: Sport };

export const distancesFit = (event: Pick<Core, 'distances' | 'sport_type'>): boolean =>
  event.distances.every((distance) => isDistanceFor(event.sport_type, distance));
export const endNotBeforeStart = (event: Pick<Core, 'event_date' | 'event_end_date'>): boolean =>
  event.event_end_date === null || event.event_end_date >= event.event_date;

const written = schemasOf(EVENT_FIELDS, 'input');
type Written = v.InferOutput<v.ObjectSchema<typeof written, undefined>> & {
  latitude?: number | null;
  longitude?: number | null;
};

type Between = {
  of: readonly (keyof Written)[];
  holds: (event: Written) => boolean;
  at: keyof Written;
  code: ErrorCode;
};

/** `at` is the field that the issue is reported for. */
const BETWEEN: readonly Between[] = [
  { of: ['distances', 'sport_type'], holds: distancesFit, at: 'distances', code: 'event.distance' },
  {
    of: ['event_date', 'event_end_date'],
    holds: endNotBeforeStart,
    at: 'event_end_date',
    code: 'event.end_before_start',
  },
  ...(['banner_start_date', 'banner_end_date'] as const).map(
    (at): Between => ({
      of: ['banner_text', at],
      holds: (event) => !event.banner_text || !!event[at],
      at,
      code: 'event.required',
    }),
  ),
  {
    of: ['banner_start_date', 'banner_end_date'],
    holds: ({ banner_start_date: start, banner_end_date: end }) => !start || !end || end >= start,
    at: 'banner_end_date',
    code: 'event.banner_order',
  },
  {
    of: ['latitude', 'longitude'],
    holds: ({ latitude = null, longitude = null }) => (latitude === null) === (longitude === null),
    at: 'longitude',
    code: 'event.place',
  },
];

/** Requires that the single fields are valid. */
export const faultBetween = (event: Written) => BETWEEN.find(({ holds }) => !holds(event));

/** Checks between fields also run if other fields are invalid. */
export function whole<const More extends v.ObjectEntries>(more: More) {
  const schema = fields<typeof written & More>({ ...written, ...more });
  return v.pipe(
    schema,
    v.rawCheck<v.InferOutput<typeof schema>>(({ dataset, addIssue }) => {
      const event = dataset.value as Written;
      if (event === null || typeof event !== 'object') return;
      const faulty = new Set(dataset.issues?.map((issue) => issue.path?.[0]?.key));
      for (const { of, holds, at, code } of BETWEEN) {
        if (of.some((name) => faulty.has(name)) || holds(event)) continue;
        const path = {
          type: 'object',
          origin: 'value',
          input: { ...event },
          key: at,
          value: event[at],
        } as const;
        addIssue({ message: code, path: [path] });
      }
    }),
  );
}

/** An event from an import or an approved proposal. */
export const EventInput = whole({});
export type EventInput = v.InferOutput<typeof EventInput>;

/** `distances` is one text, joined with comma and space. */
export const PublicEvent = v.object({ id: v.string(), ...schemasOf(EVENT_FIELDS, 'output') });
export type PublicEvent = v.InferOutput<typeof PublicEvent>;

/** For previews in forms. */
export const blankEvent: PublicEvent = {
  ...(Object.fromEntries(EVENT_NAMES.map((name) => [name, null])) as Record<EventField, null>),
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
