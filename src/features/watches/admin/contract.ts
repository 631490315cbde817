import * as v from 'valibot';
import { fields, optionalEmail } from '#src/shared/fields.ts';
import { CADENCES, WATCH_KINDS, Watch } from '../contract.ts';

/** Without an address: numbers about all watches. */
export const AdminWatchesInput = fields({ email: optionalEmail });

const count = v.number();
const instant = v.string();

export const WatchOverview = v.object({
  addresses: count,
  kinds: v.array(v.object({ kind: v.picklist(WATCH_KINDS), watches: count })),
  /** A race over the years is one. */
  most_watched: v.array(v.object({ name: v.string(), url: v.nullable(v.string()), addresses: count })),
  queue: v.object({
    changes: count,
    oldest_change: v.nullable(instant),
    /** News that no mail has been queued for. */
    news: count,
    mails: count,
    failed_mails: count,
  }),
  /** Addresses that their mail server refused for good in the last 90 days. */
  refused: count,
  /** The latest of them, with masked addresses. */
  refusals: v.array(v.object({ email: v.string(), refused_at: instant })),
});
export type WatchOverview = v.InferOutput<typeof WatchOverview>;

/** For support. Looking it up is written to the audit log. */
export const WatchesOfAddress = v.object({
  email: v.string(),
  is_member: v.boolean(),
  paused_until: v.nullable(instant),
  refused_at: v.nullable(instant),
  watches: v.array(Watch),
  /** What was asked for without an account in the last 14 days. */
  requests: v.array(
    v.object({
      title: v.string(),
      cadence: v.picklist(CADENCES),
      created_at: instant,
      confirmed_at: v.nullable(instant),
      mail_count: count,
    }),
  ),
});
export type WatchesOfAddress = v.InferOutput<typeof WatchesOfAddress>;

/** One of them is null. */
export const AdminWatches = v.object({
  overview: v.nullable(WatchOverview),
  watcher: v.nullable(WatchesOfAddress),
});
export type AdminWatches = v.InferOutput<typeof AdminWatches>;
