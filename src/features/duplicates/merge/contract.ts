import * as v from 'valibot';
import { EventId } from '#src/features/events/admin/contract.ts';
import { fields, uuid } from '#src/shared/fields.ts';

/** `id` is removed and `into` kept. */
export const EventMerge = v.pipe(
  fields({ ...EventId.entries, into: uuid('event.not_found') }),
  v.check(({ id, into }) => id !== into, 'event.same'),
);
export type EventMerge = v.InferOutput<typeof EventMerge>;

export const MergedId = fields({ id: uuid('merge.not_found') });

/** A merge that can be undone. `id` is that of the removed event. */
export const Merge = v.object({
  id: v.string(),
  event_name: v.string(),
  event_date: v.string(),
  into: v.object({
    id: v.string(),
    event_name: v.string(),
    event_date: v.string(),
    url: v.nullable(v.string()),
  }),
  merged_at: v.string(),
  merged_by: v.nullable(v.string()),
  restorable_until: v.string(),
});
export type Merge = v.InferOutput<typeof Merge>;
