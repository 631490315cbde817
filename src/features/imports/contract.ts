import * as v from 'valibot';
import { PublicEvent } from '#src/features/events/contract.ts';
import { IMPORT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { pick } from '#src/shared/pick.ts';

/** A row without text in the columns that are read. */
const IgnoredRow = v.object({ row: v.number(), reason: v.string() });

/**
 * Each row is imported, updated, or reported in `errors` as `Rad N: <reason>` (D15). `found` is all of these together
 * with the `ignored` rows.
 */
export const ImportResult = v.object({
  imported_count: v.number(),
  updated_count: v.number(),
  existing_count: v.number(),
  total_rows: v.number(),
  found: v.number(),
  ignored: v.array(IgnoredRow),
  errors: v.array(v.string()),
  /** What should be corrected about the file as a whole. */
  warnings: v.array(v.string()),
  ignored_columns: v.array(v.string()),
  ignored_sheets: v.array(v.string()),
  as_previewed: v.nullable(v.boolean()),
  /** For undoing it. Null if nothing was stored. */
  import_id: v.nullable(v.string()),
});
export type ImportResult = v.InferOutput<typeof ImportResult>;

/** The event as it would be stored. For `exists`, the event as the file has it. */
export const PreviewRow = v.object({
  row: v.number(),
  outcome: v.picklist(['new', 'updated', 'exists']),
  ...pick(PublicEvent.entries, IMPORT_FIELD_NAMES),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  is_approximate: v.boolean(),
});
export type PreviewRow = v.InferOutput<typeof PreviewRow>;

/** Rows with errors are only in `errors`. */
export const ImportPreview = v.object({
  ...ImportResult.entries,
  rows: v.array(PreviewRow),
  omitted_rows: v.number(),
  preview: v.string(),
});
export type ImportPreview = v.InferOutput<typeof ImportPreview>;
