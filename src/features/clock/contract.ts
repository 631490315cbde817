import * as v from 'valibot';

/** What the clock of this instance shows, and why it is doubted. */
export const ClockState = v.object({
  doubt: v.nullable(v.picklist(['ahead', 'behind', 'differs'])),
  now: v.string(),
  database_now: v.string(),
  latest_seen: v.nullable(v.string()),
});
export type ClockState = v.InferOutput<typeof ClockState>;
