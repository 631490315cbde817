import * as v from 'valibot';
import { isDay } from '../../../shared/dates';
import { isWebUrl } from '../../../shared/web-url';
import { STAMP_COLORS } from '../../events/contract';
import { COLLECTIONS, type Column, type ColumnKind } from './store';

/** Nothing that the product stores is longer; in characters. */
const TEXT_MAX = 20_000;
const LIST_MAX = 200;
const INTEGER_MAX = 2 ** 31;

const INSTANT = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

const text = v.pipe(
  v.string(),
  v.maxLength(TEXT_MAX),
  // What PostgreSQL and JSON cannot carry (D5).
  v.check((value) => !value.includes('\0') && value.isWellFormed()),
);
const texts = v.pipe(v.array(text), v.maxLength(LIST_MAX));

const SCHEMAS: Record<ColumnKind, v.GenericSchema> = {
  uuid: v.pipe(v.string(), v.uuid()),
  text,
  texts,
  boolean: v.boolean(),
  integer: v.pipe(v.number(), v.integer(), v.minValue(-INTEGER_MAX), v.maxValue(INTEGER_MAX - 1)),
  number: v.pipe(v.number(), v.finite()),
  day: v.pipe(v.string(), v.check(isDay)),
  instant: v.pipe(
    v.string(),
    v.regex(INSTANT),
    v.check((value) => !Number.isNaN(Date.parse(value))),
  ),
  // Each column of JSON has a schema of its own below.
  json: v.never(),
};

const webUrl = v.pipe(text, v.check(isWebUrl));
/** An address on the web, or a path of this site. */
const place = v.pipe(
  text,
  v.check((value) => isWebUrl(value) || /^\/(?![/\\])/.test(value)),
);
const degrees = (max: number) => v.pipe(v.number(), v.minValue(-max), v.maxValue(max));

/** Columns of which the table says less than the pages that show them need to hold (D13, D20, D29). */
const STRICTER: Record<string, v.GenericSchema> = {
  additional_fields: v.pipe(v.array(v.strictObject({ label: text, value: text })), v.maxLength(LIST_MAX)),
  info_box_steps: texts,
  banner_color: v.picklist(STAMP_COLORS),
  place_source: v.picklist(['gazetteer', 'landskap', 'geocoder', 'admin']),
  file_type: v.picklist(['image', 'video']),
  order_number: v.pipe(v.string(), v.regex(/^SP-\d{4,12}$/)),
  latitude: degrees(90),
  longitude: degrees(180),
  race_link: webUrl,
  result_link: webUrl,
  external_url: webUrl,
  link_url: place,
  file_url: place,
};

function schemaOf({ name, kind, isNullable, otherwise }: Column): v.GenericSchema {
  const one = STRICTER[name] ?? SCHEMAS[kind];
  const value = isNullable ? v.nullable(one) : one;
  return otherwise === undefined ? value : v.optional(value, otherwise as never);
}

const ROWS = new Map(
  COLLECTIONS.map(({ name, columns }) => [
    name,
    v.object(Object.fromEntries(columns.map((column) => [column.name, schemaOf(column)]))),
  ]),
);

/** A record as its table takes it; what is no column is left out. The name of the first column at fault otherwise. */
export function readRow(
  collection: string,
  record: unknown,
): { row: Record<string, unknown> } | { fault: string | undefined } {
  const schema = ROWS.get(collection);
  if (!schema) throw new Error(`There is no collection ${collection}.`);
  const read = v.safeParse(schema, record, { abortEarly: true });
  if (read.success) return { row: read.output };
  const fault = read.issues[0].path?.[0]?.key;
  return { fault: typeof fault === 'string' ? fault : undefined };
}

/** Ads are numbered from 1; far from where the sequence ends. */
const LastNumber = v.object({
  last: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000_000)),
});

/** The one record of the sequence: the last number that was given. */
export const readLastNumber = (record: unknown): number | undefined => {
  const read = v.safeParse(LastNumber, record);
  return read.success ? read.output.last : undefined;
};
