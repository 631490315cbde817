import * as v from 'valibot';
import { COLLECTIONS, type Column, type ColumnKind } from './store';
import { FAULT_WITHIN, happened, VALUES } from './values';

/** What a column holds whatever its name is. */
const BY_KIND: Partial<Record<ColumnKind, v.GenericSchema>> = {
  uuid: v.pipe(v.string(), v.maxLength(36), v.uuid()),
  boolean: v.boolean(),
  instant: happened,
};

function schemaOf(collection: string, { name, kind, isNullable, otherwise }: Column): v.GenericSchema {
  const one = VALUES[collection]?.[name] ?? BY_KIND[kind];
  if (!one) throw new Error(`Nothing says what an import takes as ${collection}.${name}.`);
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
 * A record as its table takes it: nothing but what the product itself can write (D19), without unknown columns. Returns
 * the name of the first column at fault otherwise.
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

/** The greatest number that is written without losing digits, 15 of them. Ads are numbered from 1. */
const LastNumber = v.object({
  last: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999_999_999)),
});

/** The one record of the sequence: the last number that was given. */
export const readLastNumber = (record: unknown): number | undefined => {
  const read = v.safeParse(LastNumber, record, { abortEarly: true });
  return read.success ? read.output.last : undefined;
};
