import * as v from 'valibot';
import { splitDistances } from '../../shared/distances';
import {
  fields,
  LONG,
  list,
  optionalDay,
  optionalInstant,
  optionalLandskap,
  optionalText,
  optionalUrl,
  requiredDay,
  requiredText,
  text,
} from '../../shared/fields';
import { type Sport, sportNamed } from '../../shared/sports';

// The one list of the fields of an event. Contracts, statements, the import, the backup, forms and labels are made from
// it: see docs/adding-a-field.md.

/** An event has at most so many distances (section 5). */
export const DISTANCES_MAX = 30;
/** And at most so many additional fields (D33). */
export const ADDITIONAL_FIELDS_MAX = 20;

export const STAMP_COLORS = ['red', 'orange', 'green', 'blue', 'purple', 'yellow'] as const;
export type StampColor = (typeof STAMP_COLORS)[number];

type Field = {
  /** What forms and tables call it. */
  label: string;
  /** As it may be written. */
  input: v.GenericSchema;
  /** As it is answered. */
  output: v.GenericSchema;
  /** Its cells in the two example rows of the import template. A field without them is not imported. */
  examples?: readonly [string, string];
};

const nullableString = v.nullable(v.string());

/** An optional text of at most `max` characters. */
const optional = (label: string, examples: readonly [string, string], max?: number) => ({
  label,
  input: optionalText(max),
  output: nullableString,
  examples,
});

/** An optional http(s) address. */
const link = (label: string, examples: readonly [string, string]) => ({
  label,
  input: optionalUrl,
  output: nullableString,
  examples,
});

/** A sport of section 3, in whatever case it was written. */
const sport = v.pipe(
  requiredText('event.required'),
  v.check((value) => sportNamed(value) !== undefined, 'event.sport'),
  v.transform((value): Sport => sportNamed(value) ?? 'Löpning'),
);

/** Distances as text joined with commas, read as a list (D16). At least one, at most 30. */
const distances = v.pipe(
  text('event.required'),
  v.maxLength(LONG, 'request.too_long'),
  v.transform(splitDistances),
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

/** The fields that a proposal has too, in the order in which they are checked (section 5) and stand in an import file. */
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
    // Joined with comma and space (section 3).
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
  ort: optional('Ort', ['Göteborg', 'Motala']),
  landskap: {
    label: 'Landskap',
    input: optionalLandskap,
    output: nullableString,
    examples: ['Västergötland', 'Östergötland'],
  },
  address: optional('Adress', ['Slottsskogsvallen', ''], LONG),
  race_link: link('Länk till loppet', ['https://exempelloppet.example', 'https://exempelrundan.example']),
  result_link: link('Länk till resultat', ['', 'https://exempelrundan.example/resultat']),
  organizer: optional('Arrangör', ['Exempelklubben', '']),
  additional_fields: {
    label: 'Extra fält',
    input: additionalFields,
    output: v.array(v.object({ label: v.string(), value: v.string() })),
  },
} as const satisfies Record<string, Field>;

/** All the fields of an event that admins write, but for its spot. */
export const EVENT_FIELDS = {
  ...RACE_FIELDS,
  banner_text: { label: 'Bannertext', input: optionalText(LONG), output: nullableString },
  banner_start_date: { label: 'Visas från', input: optionalInstant, output: nullableString },
  banner_end_date: { label: 'Visas till', input: optionalInstant, output: nullableString },
  banner_color: {
    label: 'Färg',
    input: v.nullish(v.picklist(STAMP_COLORS, 'request.invalid'), 'red'),
    output: v.picklist(STAMP_COLORS),
  },
} as const satisfies Record<string, Field>;

export type RaceField = keyof typeof RACE_FIELDS;
export type EventField = keyof typeof EVENT_FIELDS;

/** Fields that an import file has columns for. */
export type ImportField = {
  [Name in RaceField]: (typeof RACE_FIELDS)[Name] extends { examples: unknown } ? Name : never;
}[RaceField];

export const RACE_NAMES = Object.keys(RACE_FIELDS) as RaceField[];
export const EVENT_NAMES = Object.keys(EVENT_FIELDS) as EventField[];
export const IMPORT_NAMES = RACE_NAMES.filter((name): name is ImportField => 'examples' in RACE_FIELDS[name]);
export const REQUIRED_NAMES = IMPORT_NAMES.filter((name) => !v.is(RACE_FIELDS[name].input, undefined));

/** The schemas of some fields, to make an object schema of. */
export function schemasOf<const Fields extends Record<string, Field>, Side extends 'input' | 'output'>(
  fields: Fields,
  side: Side,
) {
  const entries = Object.entries(fields).map(([name, field]) => [name, field[side]]);
  return Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name][Side] };
}
