import * as v from 'valibot';
import { COLLECTIONS, type Column, type ColumnKind } from './store';
import { COLUMN_SCHEMAS, ROW_CHECKS, serverInstant } from './values';

const SCHEMA_BY_KIND: Partial<Record<ColumnKind, v.GenericSchema>> = {
  uuid: v.pipe(v.string(), v.maxLength(36), v.uuid()),
  boolean: v.boolean(),
  instant: serverInstant,
};

function schemaOf(collection: string, { name, kind, isNullable, defaultValue }: Column): v.GenericSchema {
  const schema = COLUMN_SCHEMAS[collection]?.[name] ?? SCHEMA_BY_KIND[kind];
  if (!schema)
    throw new Error(
      `Backup: ${collection}.${name} has no schema. Add it to the feature's fields or to values.ts.`,
    );
  const value = isNullable ? v.nullable(schema) : schema;
  return defaultValue === undefined ? value : v.optional(value, defaultValue as never);
}

const ROW_SCHEMAS = new Map(
  COLLECTIONS.map(({ name, columns }) => [
    name,
    v.object(Object.fromEntries(columns.map((column) => [column.name, schemaOf(name, column)]))),
  ]),
);

/** These have values of columns of an event, by column. Restoring them would write them to the event. */
const EVENT_VALUE_COLUMNS: Record<string, readonly string[]> = {
  event_revisions: ['before', 'after'],
  event_proposals: ['before', 'after'],
  source_items: ['accepted'],
  source_changes: ['before', 'after'],
};

const EVENT_SCHEMAS = new Map(
  COLLECTIONS.find(({ name }) => name === 'events')?.columns.map((column) => [
    column.name,
    schemaOf('events', column),
  ]),
);

const areEventValues = (values: unknown): boolean =>
  Object.entries(values ?? {}).every(([name, value]) => {
    const schema = EVENT_SCHEMAS.get(name);
    return schema !== undefined && v.is(schema, value);
  });

/** Accepts only values that the product itself can write. `invalidColumn` is the name of the first invalid column. */
export function readRow(
  collection: string,
  record: unknown,
): { row: Record<string, unknown> } | { invalidColumn: string | undefined } {
  const schema = ROW_SCHEMAS.get(collection);
  if (!schema) throw new Error(`Backup: unknown collection ${collection}.`);
  const parsed = v.safeParse(schema, record, { abortEarly: true });
  if (!parsed.success) {
    const key = parsed.issues[0].path?.[0]?.key;
    return { invalidColumn: typeof key === 'string' ? key : undefined };
  }
  const row: Record<string, unknown> = parsed.output;
  const invalidColumn =
    ROW_CHECKS[collection]?.(row) ??
    EVENT_VALUE_COLUMNS[collection]?.find((column) => !areEventValues(row[column]));
  return invalidColumn ? { invalidColumn } : { row };
}

/** At most 15 digits, which JSON numbers represent exactly. Ads are numbered from 1, so 0 means no ad yet. */
const LastNumber = v.object({
  last: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999_999_999_999_999)),
});

export const readLastNumber = (record: unknown): number | undefined => {
  const parsed = v.safeParse(LastNumber, record, { abortEarly: true });
  return parsed.success ? parsed.output.last : undefined;
};
