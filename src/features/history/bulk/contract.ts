import * as v from 'valibot';
import { EVENT_FIELDS } from '#src/features/events/fields.ts';
import { booleanField, fields, uuid } from '#src/shared/fields.ts';

/** As many as an import may have. */
const BULK_MAX = 20_000;

const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(schema);

/** Fields that are left out stay. A stamp is removed by setting `banner_text` to null. */
const BulkValues = v.pipe(
  fields({
    status: optional(EVENT_FIELDS.status.input),
    series_id: optional(uuid('series.not_found')),
    landskap: optional(EVENT_FIELDS.landskap.input),
    sport_type: optional(EVENT_FIELDS.sport_type.input),
    banner_text: optional(EVENT_FIELDS.banner_text.input),
    banner_start_date: optional(EVENT_FIELDS.banner_start_date.input),
    banner_end_date: optional(EVENT_FIELDS.banner_end_date.input),
    banner_color: optional(EVENT_FIELDS.banner_color.input),
  }),
  v.check((values) => Object.values(values).some((value) => value !== undefined), 'request.invalid'),
);
export type BulkValues = v.InferOutput<typeof BulkValues>;

const eventIds = v.pipe(
  v.array(uuid('event.not_found'), 'request.invalid'),
  v.minLength(1, 'request.invalid'),
  v.maxLength(BULK_MAX, 'event.too_many'),
  v.transform((ids) => [...new Set(ids)]),
);

/** Either `set` or `delete`. */
export const BulkEdit = v.pipe(
  fields({
    ids: eventIds,
    set: v.optional(BulkValues),
    delete: v.optional(v.literal(true, 'request.invalid')),
    dry_run: v.optional(booleanField, false),
  }),
  v.check((edit) => (edit.set === undefined) !== (edit.delete === undefined), 'request.invalid'),
);
export type BulkEdit = v.InferOutput<typeof BulkEdit>;

/** `count` is the number of events that change. `id` names the change for undoing it; null if nothing changed. */
export const BulkResult = v.object({ id: v.nullable(v.string()), count: v.number() });
export type BulkResult = v.InferOutput<typeof BulkResult>;
