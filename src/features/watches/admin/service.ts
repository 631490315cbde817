import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import { accountName } from '#src/shared/fields.ts';
import { WATCH_KINDS } from '../contract.ts';
import { requestsOf } from '../creation/service.ts';
import { maskedEmail } from '../rules.ts';
import { watchesOf } from '../service.ts';
import { findMemberName, findWatcherByEmail } from '../store.ts';
import type { WatchesOfAddress, WatchOverview } from './contract.ts';
import * as store from './store.ts';

export async function readOverview({ database: { db } }: AdminContext): Promise<WatchOverview> {
  const counts = await store.countByKind(db);
  const { refused, refusals } = await store.findRefusals(db);
  return {
    addresses: await store.countAddresses(db),
    kinds: WATCH_KINDS.map((kind) => ({
      kind,
      watches: counts.find((one) => one.kind === kind)?.watches ?? 0,
    })),
    most_watched: [...(await store.findMostWatched(db))],
    queue: await store.findQueue(db),
    refused,
    refusals: refusals.map(({ email, refused_at }) => ({ email: maskedEmail(email), refused_at })),
  };
}

/** The audit log names members, of other addresses only first letter and domain: nobody could erase the rest. */
export async function lookUpAddress(ctx: AdminContext, typed: string): Promise<WatchesOfAddress> {
  const { db } = ctx.database;
  const email = accountName(typed);
  const watcher = await findWatcherByEmail(db, email);
  const userId = watcher?.user_id ?? null;
  const name = userId ? await findMemberName(db, userId) : maskedEmail(email);
  await db.transaction((tx) => recordAction(tx, ctx, 'watch.lookup', { id: userId, name }));
  return {
    email,
    is_member: userId !== null,
    refused_at: watcher ? await store.findRefusedAt(db, watcher.id) : null,
    ...(await watchesOf(ctx, async () => watcher)),
    requests: await requestsOf(ctx, db, email),
  };
}
