import * as v from 'valibot';
import { AdminEvent } from '#src/features/events/admin/contract.ts';
import { fields, uuid } from '#src/shared/fields.ts';

export const DuplicateEvent = v.object({ ...AdminEvent.entries, watch_count: v.number() });
export type DuplicateEvent = v.InferOutput<typeof DuplicateEvent>;

/** `keep_id` is the event that is better kept. `similarity` of the names is from 0 to 1. */
export const DuplicatePair = v.object({
  similarity: v.number(),
  keep_id: v.string(),
  differing_fields: v.array(v.string()),
  events: v.array(DuplicateEvent),
});
export type DuplicatePair = v.InferOutput<typeof DuplicatePair>;

/** The pairs of upcoming events are first. */
export const Duplicates = v.object({ pairs: v.array(DuplicatePair), has_more: v.boolean() });
export type Duplicates = v.InferOutput<typeof Duplicates>;

export const Dismissal = v.pipe(
  fields({ id: uuid('event.not_found'), other_id: uuid('event.not_found') }),
  v.check(({ id, other_id }) => id !== other_id, 'event.same'),
);
export type Dismissal = v.InferOutput<typeof Dismissal>;
