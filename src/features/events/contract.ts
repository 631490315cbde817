import * as v from 'valibot';
import { distanceKey, isDistanceFor, publishedDistances } from '#src/shared/distances.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { fields } from '#src/shared/fields.ts';
import type { Sport } from '#src/shared/sports.ts';
import { BLANK_VALUES, EVENT_FIELDS, STATE_FIELDS, schemasOf } from './fields.ts';
import { findAmbiguousPeriod, findLatePeriod, findRepeatedPrice, type ItemPath } from './transfer/rules.ts';

type RaceValues = {
  event_date: string;
  event_end_date: string | null;
  distances: string[];
  sport_type: Sport;
};

/** Columns of an event by name, with values as they are stored: `distances` is a list. */
export const ColumnValues = v.record(v.string(), v.unknown());
export type ColumnValues = v.InferOutput<typeof ColumnValues>;

export const distancesFit = (event: Pick<RaceValues, 'distances' | 'sport_type'>): boolean =>
  event.distances.every((distance) => isDistanceFor(event.sport_type, distance));

type TransferDistances = {
  transfer_periods?: readonly { distances: string[] }[] | undefined;
  ordinary_prices?: readonly { distance: string }[] | undefined;
};

/**
 * Adds a unit to bare numbers, because readers could not tell which one is meant. Transfer periods and prices spell the
 * distances as the event does.
 */
export function withPublishedDistances<
  Event extends Pick<RaceValues, 'distances' | 'sport_type'> & TransferDistances,
>(event: Event): Event {
  const { sport_type, transfer_periods: periods, ordinary_prices: prices } = event;
  const distances = publishedDistances(event.distances, sport_type);
  const spelled = (texts: string[]) =>
    publishedDistances(texts, sport_type).map(
      (text) => distances.find((other) => distanceKey(other) === distanceKey(text)) ?? text,
    );
  return {
    ...event,
    distances,
    ...(periods?.length && {
      transfer_periods: periods.map((period) => ({ ...period, distances: spelled(period.distances) })),
    }),
    ...(prices?.length && {
      ordinary_prices: prices.map((price) => ({ ...price, distance: spelled([price.distance])[0] })),
    }),
  };
}

/** Whether the event has each of the distances. */
function hasDistances(event: Pick<RaceValues, 'distances' | 'sport_type'>, distances: string[]): boolean {
  const keys = new Set(publishedDistances(event.distances, event.sport_type).map(distanceKey));
  return publishedDistances(distances, event.sport_type).every((distance) => keys.has(distanceKey(distance)));
}

export const endNotBeforeStart = (event: Pick<RaceValues, 'event_date' | 'event_end_date'>): boolean =>
  event.event_end_date === null || event.event_end_date >= event.event_date;

/** Fields that are left out are valid. */
export const opensBeforeItCloses = ({
  registration_opens_on: opens,
  registration_closes_on: closes,
}: {
  registration_opens_on?: string | null | undefined;
  registration_closes_on?: string | null | undefined;
}): boolean => !opens || !closes || closes >= opens;

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
    comparedFields: ['registration_opens_on', 'registration_closes_on'],
    isValid: (event) => opensBeforeItCloses(event),
    field: 'registration_closes_on',
    code: 'event.registration_order',
  },
  {
    comparedFields: ['latitude', 'longitude'],
    isValid: ({ latitude = null, longitude = null }) => (latitude === null) === (longitude === null),
    field: 'longitude',
    code: 'event.place',
  },
];

/** `findItem` returns the first invalid item of the list `field`. */
type ListRule = Omit<CrossFieldRule, 'isValid'> & { findItem: (event: EventValues) => ItemPath | undefined };

/**
 * Only for what is sent, like {@link LIST_RULES}: a stored event may have lost a distance or got another date since its
 * transfer rules were entered.
 */
const INPUT_RULES: readonly CrossFieldRule[] = [
  ...CROSS_FIELD_RULES,
  {
    comparedFields: ['distances', 'sport_type', 'transfer_periods'],
    isValid: ({ transfer_periods: periods = [], ...event }) =>
      periods.every(({ distances }) => hasDistances(event, distances)),
    field: 'transfer_periods',
    code: 'event.transfer_distance',
  },
  {
    comparedFields: ['distances', 'sport_type', 'ordinary_prices'],
    isValid: ({ ordinary_prices: prices = [], ...event }) =>
      hasDistances(
        event,
        prices.map(({ distance }) => distance),
      ),
    field: 'ordinary_prices',
    code: 'event.transfer_distance',
  },
];

const LIST_RULES: readonly ListRule[] = [
  {
    comparedFields: ['event_date', 'event_end_date', 'transfer_periods'],
    findItem: ({ transfer_periods = [], ...event }) => findLatePeriod(transfer_periods, event),
    field: 'transfer_periods',
    code: 'event.transfer_after_race',
  },
  {
    comparedFields: ['distances', 'sport_type', 'transfer_periods'],
    findItem: ({ distances, sport_type, transfer_periods = [] }) =>
      findAmbiguousPeriod(
        withPublishedDistances({ distances, sport_type, transfer_periods }).transfer_periods,
      ),
    field: 'transfer_periods',
    code: 'event.transfer_ambiguous',
  },
  {
    comparedFields: ['distances', 'sport_type', 'ordinary_prices'],
    findItem: ({ distances, sport_type, ordinary_prices = [] }) =>
      findRepeatedPrice(withPublishedDistances({ distances, sport_type, ordinary_prices }).ordinary_prices),
    field: 'ordinary_prices',
    code: 'event.price_repeated',
  },
];

/** Requires that the single fields are valid. */
export const findFieldConflict = (event: EventValues) =>
  CROSS_FIELD_RULES.find(({ isValid }) => !isValid(event));

/** `moreFields` may replace fields. Checks between fields also run if other fields are invalid. */
export function eventSchema<const MoreFields extends v.ObjectEntries>(moreFields: MoreFields) {
  const schema = fields<Omit<typeof inputSchemas, keyof MoreFields> & MoreFields>({
    ...inputSchemas,
    ...moreFields,
  });
  return v.pipe(
    schema,
    v.rawCheck<v.InferOutput<typeof schema>>(({ dataset, addIssue }) => {
      const event = dataset.value as EventValues;
      if (event === null || typeof event !== 'object') return;
      const invalidFields = new Set(dataset.issues?.map((issue) => issue.path?.[0]?.key));
      const areValid = ({ comparedFields }: Pick<CrossFieldRule, 'comparedFields'>) =>
        !comparedFields.some((name) => invalidFields.has(name));
      const add = (code: ErrorCode, ...keys: (string | number)[]) => {
        const items = keys.map(
          (key) => ({ type: 'unknown', origin: 'value', input: event, key, value: null }) as const,
        );
        addIssue({ message: code, path: items as [(typeof items)[number]] });
      };
      for (const rule of INPUT_RULES) if (areValid(rule) && !rule.isValid(event)) add(rule.code, rule.field);
      for (const rule of LIST_RULES) {
        const item = areValid(rule) ? rule.findItem(event) : undefined;
        if (item) add(rule.code, rule.field, ...item);
      }
    }),
    v.transform((event) => withPublishedDistances(event as EventValues) as typeof event),
  );
}

/** An event from an import or an approved proposal. */
export const EventInput = eventSchema({});
export type EventInput = v.InferOutput<typeof EventInput>;

/** `closed` also means that the race is over or cancelled. */
const REGISTRATIONS = ['unknown', 'not_open', 'open', 'sold_out', 'closed'] as const;
export type Registration = (typeof REGISTRATIONS)[number];

/**
 * `distances` is one text, joined with comma and space. `registration` is of today. `sequence` counts the changes of
 * name, date, place and status, as in iCalendar. `organizer_confirmed_on` is the day when the organiser last edited or
 * confirmed it. `url` is the path of its page; it and `series_id` are null only until the server has given the event a
 * series.
 */
export const PublicEvent = v.object({
  id: v.string(),
  ...schemasOf(EVENT_FIELDS, 'output'),
  registration: v.picklist(REGISTRATIONS),
  organizer_confirmed_on: v.nullable(v.string()),
  updated_at: v.string(),
  sequence: v.number(),
  series_id: v.nullable(v.string()),
  url: v.nullable(v.string()),
});
export type PublicEvent = v.InferOutput<typeof PublicEvent>;

/** What the texts about the state of an event are made from, besides its first day. */
export const EventState = v.omit(
  v.object({ ...schemasOf(STATE_FIELDS, 'output'), event_end_date: EVENT_FIELDS.event_end_date.output }),
  ['status_note'],
);
export type EventState = v.InferOutput<typeof EventState>;

/** For previews in forms. */
export const blankEvent: PublicEvent = {
  ...BLANK_VALUES,
  id: '',
  registration: 'unknown',
  organizer_confirmed_on: null,
  updated_at: '',
  sequence: 0,
  series_id: null,
  url: null,
};

/** Coordinates are in WGS 84 degrees. */
export const LocatedEvent = v.object({
  ...PublicEvent.entries,
  latitude: v.number(),
  longitude: v.number(),
  is_approximate: v.boolean(),
});
export type LocatedEvent = v.InferOutput<typeof LocatedEvent>;
