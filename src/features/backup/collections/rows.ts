import * as v from 'valibot';
import { COLLECTIONS, type Column, type ColumnKind } from './store';
import { FAULT_WITHIN, happened, VALUES } from './values';

/** The values of kinds of columns that are the same in every collection. */
const BY_KIND: Partial<Record<ColumnKind, v.GenericSchema>> = {
  uuid: v.pipe(v.string(), v.maxLength(36), v.uuid()),
  boolean: v.boolean(),
  instant: happened,
};

function schemaOf(collection: string, { name, kind, isNullable, otherwise }: Column): v.GenericSchema {
  const one = VALUES[collection]?.[name] ?? BY_KIND[kind];
  if (!one) throw new Error(`values.ts has no schema for ${collection}.${name}.`);
  const value = isNullable ? v.nullable(one) : one;
  return otherwise === undefined ? value : v.optional(value, otherwise as never);
}

const ROWS = new Map(
  COLLECTIONS.map(({ name, columns }) => [
    name,
    v.object(Object.fromEntries(columns.map((column) => [column.name, schemaOf(name, column)]))),
  ]),
);

/**
 * A record as a row of its table, without unknown columns, if it has only values that the product itself can write (D19).
 * Otherwise the name of the first column at fault.
 */
export function readRow(
  collection: string,
  record: unknown,
): { row: Record<string, unknown> } | { fault: string | undefined } {
  const schema = ROWS.get(collection);
  if (!schema) throw new Error(`There is no collection ${collection}.`);
  const read = v.safeParse(schema, record, { abortEarly: true });
  if (!read.success) {
    const fault = read.issues[0].path?.[0]?.key;
    return { fault: typeof fault === 'string' ? fault : undefined };
  }
  const row: Record<string, unknown> = read.output;
  const fault = FAULT_WITHIN[collection]?.(row);
  return fault ? { fault } : { row };
}

/** At most 15 digits, which JSON keeps exactly. Ads are numbered from 1, so 0 means none. */
const LastNumber = v.object({
  last: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999_999_999)),
});

/** The one record of the sequence: the last number that was given. */
export const readLastNumber = (record: unknown): number | undefined => {
  const read = v.safeParse(LastNumber, record, { abortEarly: true });
  return read.success ? read.output.last : undefined;
};
