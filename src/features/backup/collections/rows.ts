import * as v from 'valibot';
import { cleanHtml } from '../../../platform/clean-html';
import { isDay } from '../../../shared/dates';
import { isEmail } from '../../../shared/fields';
import { LANDSKAP } from '../../../shared/landskap';
import { SPORTS } from '../../../shared/sports';
import { isOwnPath, isWebUrl } from '../../../shared/web-url';
import { StoredName } from '../../accounts/contract';
import { MONEY_MAX } from '../../announcements/contract';
import { FILE_TYPES } from '../../banners/contract';
import { filePathOf } from '../../banners/rules';
import { STAMP_COLORS } from '../../events/contract';
import { COLLECTIONS, type Column, type ColumnKind } from './store';

/** Nothing that the product stores is longer; in characters. */
const TEXT_MAX = 20_000;
const LIST_MAX = 200;
const INTEGER_MAX = 2 ** 31;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)$/;

/** From the first day that is one, wherever it began, to the last: a year of five digits nobody could read again. */
function isWithinYears(instant: string): boolean {
  const year = new Date(instant).getUTCFullYear();
  return year >= 1899 && year <= 9999;
}

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
  instant: v.pipe(v.string(), v.regex(INSTANT), v.check(isWithinYears)),
  // Each column of JSON has a schema of its own below.
  json: v.never(),
};

const textThat = (isRight: (value: string) => boolean) => v.pipe(text, v.check(isRight));
const webUrl = textThat(isWebUrl);
const address = textThat(isEmail);
const money = v.pipe(SCHEMAS.integer as v.GenericSchema<number>, v.maxValue(MONEY_MAX));
const degrees = (max: number) => v.pipe(v.number(), v.minValue(-max), v.maxValue(max));

/**
 * Columns of which the table says less than the pages and mails that show them need to hold (D13, D17, D20, D29, D35):
 * a document can be written by hand. What the product stores passes, whatever it is.
 */
const STRICTER: Record<string, v.GenericSchema> = {
  additional_fields: v.pipe(v.array(v.strictObject({ label: text, value: text })), v.maxLength(LIST_MAX)),
  sport_type: v.picklist(SPORTS),
  landskap: v.picklist(LANDSKAP),
  banner_color: v.picklist(STAMP_COLORS),
  place_source: v.picklist(['gazetteer', 'landskap', 'geocoder', 'admin']),
  latitude: degrees(90),
  longitude: degrees(180),
  race_link: webUrl,
  result_link: webUrl,
  info_box_steps: texts,
  info_box_warning: v.pipe(text, v.transform(cleanHtml)),
  file_type: v.picklist(FILE_TYPES),
  file_url: textThat((value) => filePathOf(value, undefined) !== undefined),
  external_url: webUrl,
  link_url: textThat((value) => isOwnPath(value) || isWebUrl(value)),
  order_number: v.pipe(v.string(), v.regex(/^SP-\d{4,15}$/)),
  price: money,
  name_change_fee: money,
  email: address,
  submitter_email: address,
  reporter_email: address,
  full_name: textThat((value) => v.is(StoredName, value)),
  // Whoever is called as somebody's address is would be who logs in with it.
  username: textThat((value) => /^[^\s@]+$/.test(value)),
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

/** Ads are numbered from 1; far from where the sequence ends, and of as many digits as an ad's own number may have. */
const LastNumber = v.object({
  last: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999_999_999)),
});

/** The one record of the sequence: the last number that was given. */
export const readLastNumber = (record: unknown): number | undefined => {
  const read = v.safeParse(LastNumber, record);
  return read.success ? read.output.last : undefined;
};
