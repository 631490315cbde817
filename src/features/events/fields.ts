import * as v from 'valibot';
import {
  LONG,
  optionalBoolean,
  optionalInstant,
  optionalLandskap,
  optionalText,
  requiredDay,
  requiredText,
} from '#src/shared/fields.ts';
import {
  EVENT_STATUSES,
  REGISTRATION_KINDS,
  STAMP_COLORS,
  TRANSFER_INITIATORS,
  TRANSFER_POLICIES,
} from './fields/choices.ts';
import { choiceField, dayField, type Field, linkField, optionalTextField } from './fields/kinds.ts';
import {
  additionalFields,
  additionalFieldsOutput,
  buyerNeeds,
  distances,
  nullableString,
  ordinaryPrices,
  ordinaryPricesOutput,
  previousDates,
  sport,
  transferInitiator,
  transferPeriods,
  transferPeriodsOutput,
} from './fields/schemas.ts';
import type { EventField } from './labels.ts';

// The only list of the fields of an event, besides their labels. Contracts, SQL, import, backup, forms, history,
// merges, what organisers edit and what feeds carry are derived from it: see docs/adding-a-field.md.

/** What identifies a race. */
const IDENTITY = { merge: 'never', organisers: 'reviewed', inFeeds: true } as const;

/** Shared with submissions. In the order of validation and of the columns in an import file. */
export const RACE_FIELDS = {
  event_date: {
    ...IDENTITY,
    input: requiredDay('event.required'),
    output: v.string(),
    examples: ['2027-05-22', '2027-08-14'],
  },
  event_name: {
    ...IDENTITY,
    input: requiredText('event.required'),
    output: v.string(),
    examples: ['Exempelloppet', 'Exempelrundan'],
  },
  distances: {
    ...IDENTITY,
    input: distances,
    // Joined with comma and space.
    output: v.string(),
    examples: ['10 km, 21,1 km', '90 km, 300 km'],
  },
  sport_type: { ...IDENTITY, input: sport, output: v.string(), examples: ['Löpning', 'Cykel landsväg'] },
  event_end_date: dayField({
    ...IDENTITY,
    merge: { together: 'end', onSameDay: true },
    examples: ['', '2027-08-15'],
  }),
  ort: optionalTextField({
    ...IDENTITY,
    merge: 'fill',
    about: 'The town.',
    examples: ['Göteborg', 'Motala'],
  }),
  landskap: {
    ...IDENTITY,
    merge: 'fill',
    input: optionalLandskap,
    output: nullableString,
    examples: ['Västergötland', 'Östergötland'],
  },
  address: optionalTextField({
    ...IDENTITY,
    merge: 'fill',
    about: 'The street address or venue.',
    examples: ['Slottsskogsvallen', ''],
    max: LONG,
  }),
  race_link: linkField({
    merge: 'fill',
    organisers: 'direct',
    inFeeds: false,
    examples: ['https://exempelloppet.example', 'https://exempelrundan.example'],
  }),
  result_link: linkField({
    merge: 'fill',
    organisers: 'direct',
    inFeeds: false,
    examples: ['', 'https://exempelrundan.example/resultat'],
  }),
  organizer: optionalTextField({
    merge: 'fill',
    organisers: 'no',
    inFeeds: true,
    about: 'Who organizes the event.',
    examples: ['Exempelklubben', ''],
  }),
  additional_fields: {
    merge: 'fill',
    organisers: 'no',
    inFeeds: false,
    input: additionalFields,
    output: additionalFieldsOutput,
  },
} as const satisfies Partial<Record<EventField, Field>>;

const STATE = { merge: 'never', organisers: 'direct', inFeeds: false } as const;
const REGISTRATION = { ...STATE, merge: { together: 'registration' } } as const;

/** Whether the race takes place, and how to register. Replacing an event keeps those that are left out. */
export const STATE_FIELDS = {
  status: choiceField(EVENT_STATUSES, { ...STATE, inFeeds: true, examples: ['', 'cancelled'] }),
  status_note: optionalTextField({
    ...STATE,
    inFeeds: true,
    about: 'Why the event is cancelled, postponed or moved.',
    examples: ['', 'Kommunen drog in tillståndet.'],
    max: 300,
  }),
  previous_dates: {
    ...STATE,
    // They follow from changes of the date.
    organisers: 'no',
    input: previousDates,
    output: v.array(v.string()),
    examples: ['2027-05-08', ''],
  },
  registration_opens_on: dayField({ ...REGISTRATION, examples: ['2026-11-01', ''] }),
  registration_closes_on: dayField({
    ...REGISTRATION,
    merge: { together: 'registration', orAlone: true },
    examples: ['2027-03-03', ''],
  }),
  registration_url: linkField({
    ...STATE,
    merge: 'fill',
    examples: ['https://exempelloppet.example/anmalan', ''],
  }),
  registration_kind: choiceField(REGISTRATION_KINDS, { ...REGISTRATION, examples: ['', 'lottery'] }),
  sold_out: {
    ...STATE,
    input: optionalBoolean('event.boolean'),
    output: v.boolean(),
    examples: ['', 'true'],
  },
} as const satisfies Partial<Record<EventField, Field>>;

const TRANSFER = {
  merge: { together: 'transfer', onSameDay: true },
  organisers: 'direct',
  inFeeds: false,
} as const;

/** Whether and when a place may change its owner. Replacing an event keeps those that are left out. */
export const TRANSFER_FIELDS = {
  transfer_policy: choiceField(TRANSFER_POLICIES, { ...TRANSFER, examples: ['', 'forbidden'] }),
  transfer_periods: { ...TRANSFER, input: transferPeriods, output: transferPeriodsOutput },
  transfer_initiator: {
    ...TRANSFER,
    input: transferInitiator,
    output: v.nullable(v.picklist(TRANSFER_INITIATORS)),
    examples: ['seller', ''],
  },
  transfer_buyer_needs: {
    ...TRANSFER,
    input: buyerNeeds,
    output: v.array(v.string()),
    examples: ['födelsedatum; e-postadress', ''],
  },
  transfer_rules_url: linkField({
    ...TRANSFER,
    merge: 'fill',
    examples: ['https://exempelloppet.example/namnbyte', ''],
  }),
  transfer_checked_on: dayField({ ...TRANSFER, examples: ['2026-11-20', ''] }),
  ordinary_prices: { ...TRANSFER, merge: 'fill', input: ordinaryPrices, output: ordinaryPricesOutput },
} as const satisfies Partial<Record<EventField, Field>>;

const STAMP = { merge: { together: 'stamp' }, organisers: 'no', inFeeds: false } as const;

export const EVENT_FIELDS = {
  ...RACE_FIELDS,
  ...STATE_FIELDS,
  ...TRANSFER_FIELDS,
  banner_text: { ...STAMP, input: optionalText(LONG), output: nullableString },
  banner_start_date: { ...STAMP, input: optionalInstant, output: nullableString },
  banner_end_date: { ...STAMP, input: optionalInstant, output: nullableString },
  banner_color: {
    ...STAMP,
    input: v.nullish(v.picklist(STAMP_COLORS, 'request.invalid'), 'red'),
    output: v.picklist(STAMP_COLORS),
  },
} as const satisfies Record<EventField, Field>;

/** The fields as the API returns them. */
export type EventOutput = { [Name in EventField]: v.InferOutput<(typeof EVENT_FIELDS)[Name]['output']> };

export type RaceField = keyof typeof RACE_FIELDS;
export type StateField = keyof typeof STATE_FIELDS;
export type TransferField = keyof typeof TRANSFER_FIELDS;

/** The fields that have `Part`. */
type FieldWith<Part> = {
  [Name in EventField]: (typeof EVENT_FIELDS)[Name] extends Part ? Name : never;
}[EventField];
export type ImportField = FieldWith<{ examples: unknown }>;
export type DirectField = FieldWith<{ organisers: 'direct' }>;
export type ReviewedField = FieldWith<{ organisers: 'reviewed' }>;
type FeedField = FieldWith<{ inFeeds: true }>;
type TextField = FieldWith<{ about: string }> & RaceField;

export const RACE_FIELD_NAMES = Object.keys(RACE_FIELDS) as RaceField[];
export const EVENT_FIELD_NAMES = Object.keys(EVENT_FIELDS) as EventField[];
export const STATE_FIELD_NAMES = Object.keys(STATE_FIELDS) as StateField[];
export const TRANSFER_FIELD_NAMES = Object.keys(TRANSFER_FIELDS) as TransferField[];

const namesWhere = <Name extends EventField>(is: (field: Field) => boolean): Name[] =>
  EVENT_FIELD_NAMES.filter((name): name is Name => is(EVENT_FIELDS[name]));

export const IMPORT_FIELD_NAMES = namesWhere<ImportField>(({ examples }) => examples !== undefined);
export const REQUIRED_FIELD_NAMES = namesWhere<ImportField>(({ input }) => !v.is(input, undefined));
export const DIRECT_FIELD_NAMES = namesWhere<DirectField>(({ organisers }) => organisers === 'direct');
export const REVIEWED_FIELD_NAMES = namesWhere<ReviewedField>(({ organisers }) => organisers === 'reviewed');
/** Those of proposals that are one line of text. */
export const TEXT_FIELD_NAMES = RACE_FIELD_NAMES.filter(
  (name): name is TextField => 'about' in RACE_FIELDS[name],
);
export const FEED_FIELD_NAMES = namesWhere<FeedField>(({ inFeeds }) => inFeeds);

/** The values of the fields that are left out. Those that may not be are empty. */
export const BLANK_VALUES = Object.fromEntries(
  EVENT_FIELD_NAMES.map((name) => {
    const parsed = v.safeParse<v.GenericSchema>(EVENT_FIELDS[name].input, undefined);
    return [name, parsed.success ? parsed.output : ''];
  }),
) as EventOutput;

export function schemasOf<const Fields extends Record<string, Field>, Side extends 'input' | 'output'>(
  fields: Fields,
  side: Side,
) {
  const entries = Object.entries(fields).map(([name, field]) => [name, field[side]]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name][Side] };
}
