import * as v from 'valibot';
import { EventId } from '#src/features/events/admin/contract.ts';
import { ColumnValues } from '#src/features/events/contract.ts';
import { booleanField, fields, uuid } from '#src/shared/fields.ts';

export const ACTOR_KINDS = ['admin', 'organiser', 'source', 'geocoder', 'system'] as const;

/**
 * `before` and `after` have the columns that changed, as they are stored. The first revision of an event has no
 * `before`, and all columns that were set. `system` means scripts and the server itself.
 */
export const Revision = v.object({
  id: v.string(),
  changed_at: v.string(),
  actor_kind: v.picklist(ACTOR_KINDS),
  actor: v.nullable(v.string()),
  batch: v.nullable(v.object({ id: v.string(), name: v.string() })),
  before: v.nullable(ColumnValues),
  after: ColumnValues,
});
export type Revision = v.InferOutput<typeof Revision>;

export const RevisionId = fields({ ...EventId.entries, revision_id: uuid('revision.not_found') });
export type RevisionId = v.InferOutput<typeof RevisionId>;

export const BATCH_KINDS = ['import', 'source', 'bulk'] as const;

export const Batch = v.object({
  id: v.string(),
  kind: v.picklist(BATCH_KINDS),
  name: v.string(),
  /** The user name of the admin. Null for scripts and trusted sources. */
  made_by: v.nullable(v.string()),
  created_at: v.string(),
  added: v.number(),
  changed: v.number(),
  removed: v.number(),
  undone_at: v.nullable(v.string()),
  undone_by: v.nullable(v.string()),
  /** False once it is undone, and for a bulk edit after a day. */
  can_undo: v.boolean(),
});
export type Batch = v.InferOutput<typeof Batch>;

export const BatchUndo = fields({ id: uuid('batch.not_found'), dry_run: v.optional(booleanField, false) });
export type BatchUndo = v.InferOutput<typeof BatchUndo>;

const BatchEvent = v.object({ id: v.string(), event_name: v.string(), event_date: v.string() });
export type BatchEvent = v.InferOutput<typeof BatchEvent>;

/** Why an event keeps what the batch made of it. */
const KEPT_REASONS = ['edited', 'ads', 'watched'] as const;
export type KeptReason = (typeof KEPT_REASONS)[number];

export const UndoResult = v.object({
  removed: v.array(BatchEvent),
  restored: v.array(BatchEvent),
  kept: v.array(v.object({ ...BatchEvent.entries, reason: v.picklist(KEPT_REASONS) })),
});
export type UndoResult = v.InferOutput<typeof UndoResult>;
