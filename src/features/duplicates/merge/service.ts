import { recordAction } from '#src/features/audit/service.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { readEvent } from '#src/features/events/admin-view/service.ts';
import { pauseAds, reportForbiddenTransfer } from '#src/features/events/ads/service.ts';
import { changeFields, findStates } from '#src/features/events/changes/service.ts';
import {
  findMerges,
  findTarget,
  isSavedWithOther,
  lockRemoved,
  moveIntoEvent,
  restoreEvents,
} from '#src/features/events/deletion/service.ts';
import { lockSeries } from '#src/features/events/series/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { DAY_MS, dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { forgetCount } from '../service.ts';
import type { EventMerge, Merge } from './contract.ts';
import { fieldsToFill } from './rules.ts';
import * as store from './store.ts';

const UNDO_MS = 30 * DAY_MS;

export const listMerges = ({ database, now }: AdminContext): Promise<Merge[]> =>
  findMerges(database.db, now().toISOString());

/** Moves everything of one event to another one, which also gets the facts that it lacks, and removes it. */
export async function mergeEvent(ctx: AdminContext, { id, into }: EventMerge): Promise<AdminEvent> {
  const result = await ctx.database.db.transaction(async (tx) => {
    // Before the events, as everywhere.
    await lockSeries(tx);
    const [merged, kept] = await lockBoth(tx, id, into);
    const today = dayInStockholm(ctx.now());
    const fields = fieldsToFill(kept as never, merged as never);
    if (Object.keys(fields).length > 0) await changeFields(tx, today, [{ id: into, fields }]);
    await followMerge(tx, merged, into, today);
    await moveIntoEvent(tx, id, into, {
      removedBy: ctx.admin.username,
      removedAt: ctx.now().toISOString(),
      restorableUntil: new Date(ctx.now().getTime() + UNDO_MS).toISOString(),
    });
    await recordAction(tx, ctx, 'event.merge', {
      id: into,
      name: `${merged.event_name} till ${kept.event_name}`,
      details: { event_ids: [id, into] },
    });
    return readEvent(tx, ctx, into);
  });
  forgetCount(ctx);
  return result;
}

/** Two that merge the events in both directions wait for one another. */
async function lockBoth(tx: Db, id: string, into: string) {
  const rows = await store.lockForMerge(tx, [id, into]);
  const [merged, kept] = [id, into].map((one) => rows.find((row) => row.id === one));
  if (merged && kept) return [merged, kept] as const;
  const missing = merged ? into : id;
  const target = await findTarget(tx, missing);
  throw new AppError(target || (await isSavedWithOther(tx, missing)) ? 'event.merged' : 'event.not_found');
}

/** For those with an ad of the merged event, the race may now be off or no longer allow transfers. */
async function followMerge(
  tx: Db,
  merged: Awaited<ReturnType<typeof store.lockForMerge>>[number],
  into: string,
  today: string,
): Promise<void> {
  const kept = await atMostOne(findStates(tx, [into]));
  if (!kept) return;
  if (kept.status !== 'scheduled' && kept.status !== merged.status)
    await pauseAds(tx, merged.id, kept.status, into);
  if (kept.transfer_policy === 'forbidden' && merged.transfer_policy !== 'forbidden')
    await reportForbiddenTransfer(tx, merged.id, today, into);
}

/** Gives the merged event its id back, and its rows that the kept one still has. Facts that this one got stay. */
export async function unmergeEvent(ctx: AdminContext, id: string): Promise<AdminEvent> {
  const result = await ctx.database.db.transaction(async (tx) => {
    await lockSeries(tx);
    const target = await findTarget(tx, id);
    // The kept event first: deleting it deletes this row.
    if (target) await store.lockForMerge(tx, [target]);
    const removed = await atMostOne(lockRemoved(tx, [id]));
    if (!removed?.into_id)
      throw new AppError((await isSavedWithOther(tx, id)) ? 'merge.covered' : 'merge.not_found');
    if (Date.parse(removed.restorable_until) < ctx.now().getTime()) throw new AppError('merge.too_late');
    await restoreEvents(tx, [id]);
    const event = await readEvent(tx, ctx, id);
    await recordAction(tx, ctx, 'event.unmerge', {
      id,
      name: event.event_name,
      details: { event_ids: [id, removed.into_id] },
    });
    return event;
  });
  forgetCount(ctx);
  return result;
}
