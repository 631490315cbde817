import * as v from 'valibot';
import { pick } from '../../../shared/pick';
import { PublicEvent } from '../contract';
import { IMPORT_NAMES } from '../fields';

/** What became of an import file: each row is imported, updated or told in `errors` as `Rad N: <why>` (D15). */
export const ImportResult = v.object({
  /** Rows that were stored; with the rows in `errors` they are `total_rows`. */
  imported_count: v.number(),
  /** How many of `imported_count` were there already and were written over; 0 without `update`. */
  updated_count: v.number(),
  /** How many of `errors` are there only because the event is there already. */
  existing_count: v.number(),
  total_rows: v.number(),
  errors: v.array(v.string()),
  /** Titles in the header that are no column we know, or stand there a second time: nothing was read under them. */
  ignored_columns: v.array(v.string()),
  /** Sheets after the first, which alone is read. */
  ignored_sheets: v.array(v.string()),
  /** Whether it went as the `preview` that was named said; null when none was named. */
  as_previewed: v.nullable(v.boolean()),
});
export type ImportResult = v.InferOutput<typeof ImportResult>;

/** A good row of an import file: the event as it would be stored, or for `exists` as the file has it. */
export const PreviewRow = v.object({
  /** As the spreadsheet numbers it. */
  row: v.number(),
  outcome: v.picklist(['new', 'updated', 'exists']),
  ...pick(PublicEvent.entries, IMPORT_NAMES),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  is_approximate: v.boolean(),
});
export type PreviewRow = v.InferOutput<typeof PreviewRow>;

/** What an import would do (D36: `dry_run`), row by row; rows with errors stand in `errors` alone. */
export const ImportPreview = v.object({
  ...ImportResult.entries,
  rows: v.array(PreviewRow),
  /** Rows that are not shown because they would be too much to answer; they are counted as the others. */
  omitted_rows: v.number(),
  /** Names this preview: an import that is given it tells whether the calendar was the same then. */
  preview: v.string(),
});
export type ImportPreview = v.InferOutput<typeof ImportPreview>;
