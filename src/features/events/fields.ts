import * as v from 'valibot';
import { isDay } from '#src/shared/dates.ts';
import { DISTANCES_MAX, formatDistances, splitDistances } from '#src/shared/distances.ts';
import {
  fields,
  LONG,
  list,
  optionalBoolean,
  optionalChoice,
  optionalDay,
  optionalInstant,
  optionalLandskap,
  optionalText,
  optionalUrl,
  requiredDay,
  requiredText,
  SHORT,
  text,
} from '#src/shared/fields.ts';
import { type Sport, sportNamed } from '#src/shared/sports.ts';
import { oneLine } from '#src/shared/text.ts';

// The only list of the fields of an event. Contracts, SQL, import, backup, forms and labels are derived from it: see
// docs/adding-a-field.md.

export const ADDITIONAL_FIELDS_MAX = 20;
export const PREVIOUS_DATES_MAX = 20;

export const STAMP_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'yellow'] as const;
export type StampColor = (typeof STAMP_COLORS)[number];

/** `postponed` means that the new date is not known. */
export const EVENT_STATUSES = ['scheduled', 'cancelled', 'postponed'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** How places are given: to the first who register, or by drawing lots. */
export const REGISTRATION_KINDS = ['open', 'lottery'] as const;

/** Whether the organizer lets a place change its owner. */
export const TRANSFER_POLICIES = ['unknown', 'allowed', 'forbidden'] as const;
export const TRANSFER_INITIATORS = ['seller', 'buyer', 'organizer'] as const;
export const TRANSFER_PAYERS = ['buyer', 'seller'] as const;
export const TRANSFER_PLACES = ['online', 'on_site'] as const;

export const TRANSFER_PERIODS_MAX = 20;
export const BUYER_NEEDS_MAX = 10;

type Field = {
  label: string;
  input: v.GenericSchema;
  output: v.GenericSchema;
  /** The cells of the two example rows in the import template. Fields without examples cannot be imported. */
  examples?: readonly [string, string];
};

const nullableString = v.nullable(v.string());

const optionalTextField = (label: string, examples: readonly [string, string], max?: number) => ({
  label,
  input: optionalText(max),
  output: nullableString,
  examples,
});

const linkField = (label: string, examples: readonly [string, string]) => ({
  label,
  input: optionalUrl,
  output: nullableString,
  examples,
});

const sport = v.pipe(
  requiredText('event.required'),
  v.check((value) => sportNamed(value) !== undefined, 'event.sport'),
  v.transform((value): Sport => sportNamed(value) ?? 'Löpning'),
);

const distances = v.pipe(
  text('event.required'),
  v.maxLength(LONG, 'request.too_long'),
  v.transform((list) => formatDistances(splitDistances(list))),
  v.minLength(1, 'event.required'),
  v.maxLength(DISTANCES_MAX, 'event.too_many_distances'),
);

const additionalFields = v.nullish(
  list(
    fields({
      label: requiredText('event.field_incomplete'),
      value: requiredText('event.field_incomplete', LONG),
    }),
    ADDITIONAL_FIELDS_MAX,
    'event.too_many_fields',
  ),
  [],
);

/** Shared with submissions. In the order of validation and of the columns in an import file. */
export const RACE_FIELDS = {
  event_date: {
    label: 'Datum',
    input: requiredDay('event.required'),
    output: v.string(),
    examples: ['2027-05-22', '2027-08-14'],
  },
  event_name: {
    label: 'Namn',
    input: requiredText('event.required'),
    output: v.string(),
    examples: ['Exempelloppet', 'Exempelrundan'],
  },
  distances: {
    label: 'Distanser',
    input: distances,
    // Joined with comma and space.
    output: v.string(),
    examples: ['10 km, 21,1 km', '90 km, 300 km'],
  },
  sport_type: {
    label: 'Sport',
    input: sport,
    output: v.string(),
    examples: ['Löpning', 'Cykel landsväg'],
  },
  event_end_date: {
    label: 'Slutdatum',
    input: optionalDay,
    output: nullableString,
    examples: ['', '2027-08-15'],
  },
  ort: optionalTextField('Ort', ['Göteborg', 'Motala']),
  landskap: {
    label: 'Landskap',
    input: optionalLandskap,
    output: nullableString,
    examples: ['Västergötland', 'Östergötland'],
  },
  address: optionalTextField('Adress', ['Slottsskogsvallen', ''], LONG),
  race_link: linkField('Länk till loppet', [
    'https://exempelloppet.example',
    'https://exempelrundan.example',
  ]),
  result_link: linkField('Länk till resultat', ['', 'https://exempelrundan.example/resultat']),
  organizer: optionalTextField('Arrangör', ['Exempelklubben', '']),
  additional_fields: {
    label: 'Extra fält',
    input: additionalFields,
    output: v.array(v.object({ label: v.string(), value: v.string() })),
  },
} as const satisfies Record<string, Field>;

const dayField = (label: string, examples: readonly [string, string]) => ({
  label,
  input: optionalDay,
  output: nullableString,
  examples,
});

const choiceField = <const Choices extends readonly [string, ...string[]]>(
  label: string,
  choices: Choices,
  examples: readonly [string, string],
) => ({
  label,
  input: optionalChoice(choices, choices[0] as Choices[number], 'event.choice'),
  output: v.picklist(choices),
  examples,
});

/** A list, or in an import file days separated by semicolons. */
const previousDates = v.nullish(
  v.pipe(
    v.union([
      v.array(v.string('request.invalid'), 'request.invalid'),
      v.pipe(
        text(),
        v.transform((days) => days.split(';')),
      ),
    ]),
    v.maxLength(PREVIOUS_DATES_MAX, 'event.too_many_dates'),
    v.transform((days) => days.map((day) => day.trim()).filter(Boolean)),
    v.check((days) => days.every(isDay), 'event.date'),
  ),
  [],
);

/** Whether the race takes place, and how to register. Replacing an event keeps those that are left out. */
export const STATE_FIELDS = {
  status: choiceField('Läge', EVENT_STATUSES, ['', 'cancelled']),
  status_note: optionalTextField('Om läget', ['', 'Kommunen drog in tillståndet.'], 300),
  previous_dates: {
    label: 'Tidigare datum',
    input: previousDates,
    output: v.array(v.string()),
    examples: ['2027-05-08', ''],
  },
  registration_opens_on: dayField('Anmälan öppnar', ['2026-11-01', '']),
  registration_closes_on: dayField('Anmälan stänger', ['2027-03-03', '']),
  registration_url: linkField('Länk till anmälan', ['https://exempelloppet.example/anmalan', '']),
  registration_kind: choiceField('Anmälningssätt', REGISTRATION_KINDS, ['', 'lottery']),
  sold_out: {
    label: 'Fulltecknat',
    input: optionalBoolean('event.boolean'),
    output: v.boolean(),
    examples: ['', 'true'],
  },
} as const satisfies Record<string, Field>;

/** In kronor. Fees may be 0. */
const KRONOR_MAX = 1_000_000;
const kronor = (min: number) =>
  v.pipe(
    v.number('event.kronor'),
    v.integer('event.kronor'),
    v.minValue(min, 'event.kronor'),
    v.maxValue(KRONOR_MAX, 'event.kronor'),
  );

/** Spelled as in the list of distances. */
const distanceText = v.pipe(
  text('event.transfer_distance'),
  v.maxLength(SHORT, 'event.transfer_distance'),
  v.transform((distance) => formatDistances([distance.trim()])[0] ?? ''),
  v.nonEmpty('event.transfer_distance'),
);

/** Both days are included. Without `from` or `to` it has no start or end. Without `distances` it is for all. */
const transferPeriod = v.pipe(
  fields({
    from: optionalDay,
    to: optionalDay,
    distances: v.nullish(list(distanceText, DISTANCES_MAX, 'event.too_many_distances'), []),
    fee: v.nullish(kronor(0), null),
    payer: v.nullish(v.picklist(TRANSFER_PAYERS, 'event.choice'), null),
    where: v.nullish(v.picklist(TRANSFER_PLACES, 'event.choice'), null),
  }),
  v.forward(
    v.partialCheck([['from'], ['to']], ({ from, to }) => !from || !to || to >= from, 'event.transfer_order'),
    ['to'],
  ),
);

const transferPeriodOutput = v.object({
  from: nullableString,
  to: nullableString,
  distances: v.array(v.string()),
  fee: v.nullable(v.number()),
  payer: v.nullable(v.picklist(TRANSFER_PAYERS)),
  where: v.nullable(v.picklist(TRANSFER_PLACES)),
});
export type TransferPeriod = v.InferOutput<typeof transferPeriodOutput>;

/** A list, or in an import file texts separated by semicolons. */
const buyerNeeds = v.nullish(
  v.pipe(
    v.union([
      v.array(text(), 'request.invalid'),
      v.pipe(
        text(),
        v.transform((needs) => needs.split(';')),
      ),
    ]),
    v.maxLength(BUYER_NEEDS_MAX, 'event.too_many_needs'),
    v.transform((needs) => needs.map(oneLine).filter(Boolean)),
    v.check((needs) => needs.every((need) => need.length <= SHORT), 'request.too_long'),
  ),
  [],
);

/** Whether and when a place may change its owner. Replacing an event keeps those that are left out. */
export const TRANSFER_FIELDS = {
  transfer_policy: choiceField('Överlåtelse', TRANSFER_POLICIES, ['', 'forbidden']),
  transfer_periods: {
    label: 'Perioder för namnbyte',
    input: v.nullish(list(transferPeriod, TRANSFER_PERIODS_MAX, 'event.too_many_periods'), []),
    output: v.array(transferPeriodOutput),
  },
  transfer_initiator: {
    label: 'Vem som begär namnbytet',
    input: v.nullish(
      v.union(
        [
          v.picklist(TRANSFER_INITIATORS),
          v.pipe(
            v.literal(''),
            v.transform(() => null),
          ),
        ],
        'event.choice',
      ),
      null,
    ),
    output: v.nullable(v.picklist(TRANSFER_INITIATORS)),
    examples: ['seller', ''],
  },
  transfer_buyer_needs: {
    label: 'Köparen lämnar',
    input: buyerNeeds,
    output: v.array(v.string()),
    examples: ['födelsedatum; e-postadress', ''],
  },
  transfer_rules_url: linkField('Länk till reglerna', ['https://exempelloppet.example/namnbyte', '']),
  transfer_checked_on: dayField('Reglerna kontrollerade', ['2026-11-20', '']),
  ordinary_prices: {
    label: 'Ordinarie priser',
    input: v.nullish(
      list(fields({ distance: distanceText, price: kronor(1) }), DISTANCES_MAX, 'event.too_many_distances'),
      [],
    ),
    output: v.array(v.object({ distance: v.string(), price: v.number() })),
  },
} as const satisfies Record<string, Field>;

/** Every field that admins edit, except the position. */
export const EVENT_FIELDS = {
  ...RACE_FIELDS,
  ...STATE_FIELDS,
  ...TRANSFER_FIELDS,
  banner_text: { label: 'Bannertext', input: optionalText(LONG), output: nullableString },
  banner_start_date: { label: 'Visas från', input: optionalInstant, output: nullableString },
  banner_end_date: { label: 'Visas till', input: optionalInstant, output: nullableString },
  banner_color: {
    label: 'Färg',
    input: v.nullish(v.picklist(STAMP_COLORS, 'request.invalid'), 'red'),
    output: v.picklist(STAMP_COLORS),
  },
} as const satisfies Record<string, Field>;

/** The fields as the API returns them. */
export type EventOutput = { [Name in EventField]: v.InferOutput<(typeof EVENT_FIELDS)[Name]['output']> };

export type RaceField = keyof typeof RACE_FIELDS;
export type StateField = keyof typeof STATE_FIELDS;
export type TransferField = keyof typeof TRANSFER_FIELDS;
export type EventField = keyof typeof EVENT_FIELDS;

export type ImportField = {
  [Name in EventField]: (typeof EVENT_FIELDS)[Name] extends { examples: unknown } ? Name : never;
}[EventField];

export const RACE_FIELD_NAMES = Object.keys(RACE_FIELDS) as RaceField[];
export const EVENT_FIELD_NAMES = Object.keys(EVENT_FIELDS) as EventField[];
export const STATE_FIELD_NAMES = Object.keys(STATE_FIELDS) as StateField[];
export const TRANSFER_FIELD_NAMES = Object.keys(TRANSFER_FIELDS) as TransferField[];
export const IMPORT_FIELD_NAMES = EVENT_FIELD_NAMES.filter(
  (name): name is ImportField => 'examples' in EVENT_FIELDS[name],
);
export const REQUIRED_FIELD_NAMES = IMPORT_FIELD_NAMES.filter(
  (name) => !v.is(EVENT_FIELDS[name].input, undefined),
);

export function schemasOf<const Fields extends Record<string, Field>, Side extends 'input' | 'output'>(
  fields: Fields,
  side: Side,
) {
  const entries = Object.entries(fields).map(([name, field]) => [name, field[side]]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name][Side] };
}
