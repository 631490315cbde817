import * as v from 'valibot';

/** The pending tasks of admins, by kind, in the order in which they are worked through. */
export const WORK_KINDS = [
  'submissions',
  'proposals',
  'notices',
  'objections',
  'reports',
  'contact_messages',
  'source_changes',
  'duplicates',
  'dead_links',
] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Larger numbers are not counted further. */
export const WORK_COUNT_MAX = 1000;

const entriesOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  Object.fromEntries(WORK_KINDS.map((kind) => [kind, schema])) as Record<WorkKind, Schema>;

/** Since when the oldest waits; null if nothing waits, or if the time is not stored. */
export const OldestWork = v.object(entriesOf(v.nullable(v.string())));

/**
 * The counts by kind. `stale_since`: since when public pages of the instance that answers are out of date, null while
 * they are not.
 */
export const Work = v.object({
  ...entriesOf(v.number()),
  oldest: OldestWork,
  stale_since: v.nullable(v.string()),
});
export type Work = v.InferOutput<typeof Work>;
export type WorkCounts = Omit<Work, 'stale_since'>;
