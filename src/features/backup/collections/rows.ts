import * as v from 'valibot';
import { composed } from '#src/shared/text.ts';
import { COLUMN_SCHEMAS } from './columns.ts';
import { ROW_CHECKS } from './row-checks.ts';
import { COLLECTIONS, type Column, type ColumnKind } from './store.ts';
import { serverInstant } from './values.ts';

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

/** The most parts of a composed letter. */
const PARTS_MAX = 4;

/**
 * The letters of `read` as they are in the document, if they were only composed: texts of earlier releases may have
 * others, and their history and sources are compared with them.
 */
function withStoredLetters(read: unknown, stored: unknown): unknown {
  if (read === stored || typeof read !== typeof stored || !read || !stored) return read;
  if (typeof read === 'string') {
    const text = String(stored);
    return text.length <= PARTS_MAX * read.length && read === composed(text) ? text : read;
  }
  if (typeof read !== 'object') return read;
  if (Array.isArray(read))
    return Array.isArray(stored) ? read.map((item, at) => withStoredLetters(item, stored[at])) : read;
  const values = Object.entries(read).map(([key, value]) => [
    key,
    withStoredLetters(value, (stored as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(values);
}

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
  const row = withStoredLetters(parsed.output, record) as Record<string, unknown>;
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
