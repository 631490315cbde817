import * as v from 'valibot';
import { ColumnValues } from '#src/features/events/contract.ts';
import { EVENT_FIELDS } from '#src/features/events/fields.ts';
import { booleanField, fields, requiredText, requiredUrl, SHORT, uuid, version } from '#src/shared/fields.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { withScheme } from '#src/shared/web-url.ts';

const blankAsNull = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.nullish(
    v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      schema,
    ]),
    null,
  );

/** For the events of formats that lack them. */
const defaults = v.nullish(
  fields({
    sport_type: blankAsNull(EVENT_FIELDS.sport_type.input),
    distances: blankAsNull(EVENT_FIELDS.distances.input),
    landskap: EVENT_FIELDS.landskap.input,
  }),
  { sport_type: null, distances: null, landskap: null },
);

/** Calendar programs copy addresses with a scheme of their own. */
const withoutCalendarScheme = (url: string) => withScheme(url.replace(/^webcals?:\/\//i, 'https://'));

const sourceFields = {
  name: requiredText('source.required', SHORT / 2),
  url: requiredUrl('source.required', withoutCalendarScheme),
  trusted: v.nullish(booleanField, false),
  defaults,
};

export const SourceInput = fields(sourceFields);
export type SourceInput = v.InferOutput<typeof SourceInput>;

export const SourceId = fields({ id: uuid('source.not_found') });

export const SourceUpdate = fields({ ...SourceId.entries, ...sourceFields, version });
export type SourceUpdate = v.InferOutput<typeof SourceUpdate>;

/** An event that the source no longer has. */
const VanishedEvent = v.object({
  event_id: v.string(),
  event_name: v.string(),
  event_date: v.string(),
  vanished_at: v.string(),
});

/** A part of a source that is no event: at a line of iCalendar or a row. Each item of a JSON Feed is a row. */
export const IgnoredItem = v.object({
  line: v.optional(v.number()),
  row: v.optional(v.number()),
  item: v.optional(v.number()),
  name: v.optional(v.string()),
  reason: v.string(),
});
export type IgnoredItem = v.InferOutput<typeof IgnoredItem>;

/** What was left out when the content was last read. The lists have the first of them. */
const SourceReport = v.object({
  found: v.number(),
  ignored_count: v.number(),
  error_count: v.number(),
  ignored: v.array(IgnoredItem),
  errors: v.array(v.string()),
  warnings: v.array(v.string()),
});
export type SourceReport = v.InferOutput<typeof SourceReport>;

/**
 * `error` is an error code, null if the last fetch succeeded. `item_count` is what the source has, `waiting_count` the
 * changes that wait.
 */
export const Source = v.object({
  id: v.string(),
  name: v.string(),
  url: v.string(),
  trusted: v.boolean(),
  defaults: v.object({
    sport_type: v.nullable(v.picklist(SPORTS)),
    distances: v.nullable(v.string()),
    landskap: v.nullable(v.picklist(LANDSKAP)),
  }),
  created_at: v.string(),
  fetched_at: v.nullable(v.string()),
  succeeded_at: v.nullable(v.string()),
  error: v.nullable(v.string()),
  error_text: v.nullable(v.string()),
  next_fetch_at: v.string(),
  report: v.nullable(SourceReport),
  item_count: v.number(),
  waiting_count: v.number(),
  vanished: v.array(VanishedEvent),
  version: v.number(),
});
export type Source = v.InferOutput<typeof Source>;

/**
 * `found` is `added`, `changed` and `unchanged` together with the numbers of `ignored` and `errors`. `warnings` are
 * about events that are read. `waiting` is the number of changes that are pending after the fetch.
 */
export const SourceFetchResult = v.object({
  is_modified: v.boolean(),
  found: v.number(),
  added: v.number(),
  changed: v.number(),
  unchanged: v.number(),
  vanished: v.number(),
  accepted: v.number(),
  waiting: v.number(),
  ignored: v.array(IgnoredItem),
  errors: v.array(v.string()),
  warnings: v.array(v.string()),
});
export type SourceFetchResult = v.InferOutput<typeof SourceFetchResult>;

/** `before` are the fields as the event has them now, null for a new event. Values are as they are stored. */
export const SourceChange = v.object({
  id: v.string(),
  source_id: v.string(),
  source_name: v.string(),
  event_id: v.nullable(v.string()),
  event_name: v.string(),
  event_date: v.string(),
  url: v.nullable(v.string()),
  before: v.nullable(ColumnValues),
  after: ColumnValues,
  found_at: v.string(),
});
export type SourceChange = v.InferOutput<typeof SourceChange>;

export const ChangeId = fields({ change_id: uuid('source.change_not_found') });

/** `conflicts` are the changes that do not fit the events and still wait. */
export const AcceptResult = v.object({
  accepted: v.number(),
  batch_id: v.nullable(v.string()),
  conflicts: v.array(v.object({ change_id: v.string(), event_name: v.string(), detail: v.string() })),
});
export type AcceptResult = v.InferOutput<typeof AcceptResult>;
