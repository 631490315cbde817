import { recordAction } from '#src/features/audit/service.ts';
import { findStates, followChanges } from '#src/features/events/changes/service.ts';
import { deleteEvents, findRemovedIn, restoreEvents } from '#src/features/events/deletion/service.ts';
import { lockSeries } from '#src/features/events/series/service.ts';
import type { Admin, AdminContext, Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { DAY_MS, dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { BATCH_KINDS, type Batch, type BatchUndo, type UndoResult } from '../contract.ts';
import { openBatch } from '../service.ts';
import * as store from '../store.ts';

/** Deletions are saved for as long. */
export const BULK_UNDO_MS = DAY_MS;

type StoredBatch = NonNullable<Awaited<ReturnType<typeof store.findBatch>>>;

function undoError({ kind, created_at, undone_at }: StoredBatch, now: Date) {
  if (undone_at) return 'batch.undone';
  const isTooLate = kind === 'bulk' && now.getTime() - Date.parse(created_at) > BULK_UNDO_MS;
  return isTooLate ? 'batch.too_late' : undefined;
}

export async function listBatches({ database, now }: AdminContext): Promise<Batch[]> {
  const batches = await store.findBatches(database.db);
  return batches.map((batch) => ({
    ...batch,
    kind: batch.kind as Batch['kind'],
    can_undo: undoError(batch, now()) === undefined,
  }));
}

type UndoContext = Pick<Context, 'database' | 'now'> & { admin?: Admin };

/**
 * Removes what the batch added, restores what it changed or removed, and keeps what was edited since. Events that it
 * added are also kept if they have ads or are watched.
 */
export async function undoBatch(
  ctx: UndoContext,
  { id, dry_run }: BatchUndo,
  kinds: readonly Batch['kind'][] = BATCH_KINDS,
): Promise<UndoResult> {
  const { db } = ctx.database;
  if (dry_run)
    return outcomeOf(await planFor(db, await requireBatch(await store.findBatch(db, id), ctx, kinds)));
  return db.transaction(async (tx) => {
    // Before the events, as everywhere.
    await lockSeries(tx);
    const batch = await requireBatch(await store.lockBatch(tx, id), ctx, kinds);
    await store.lockEventsOfBatch(tx, id);
    const plan = await planFor(tx, batch);
    const undoing = await openBatch(tx, ctx, {
      kind: 'undo',
      name: batch.name,
      made_by: ctx.admin?.username ?? null,
    });
    await deleteEvents(tx, plan.added);
    const states = await findStates(tx, plan.changed);
    await store.writeBefore(tx, id, plan.changed);
    await followChanges(tx, dayInStockholm(ctx.now()), states);
    await restoreEvents(tx, plan.removed);
    await undoing.close();
    await store.markUndone(tx, id, ctx.now().toISOString(), ctx.admin?.username ?? null);
    const result = outcomeOf(plan);
    if (ctx.admin) {
      const ids = [...result.removed, ...result.restored].map((event) => event.id);
      await recordAction(
        tx,
        { ...ctx, admin: ctx.admin },
        batch.kind === 'bulk' ? 'event.bulk_undo' : 'event.import_undo',
        {
          id,
          name: batch.name,
          details: { event_ids: ids },
        },
      );
    }
    return result;
  });
}

async function requireBatch(
  batch: StoredBatch | undefined,
  { now }: UndoContext,
  kinds: readonly string[],
): Promise<StoredBatch> {
  if (!batch || !kinds.includes(batch.kind)) throw new AppError('batch.not_found');
  const errorCode = undoError(batch, now());
  if (errorCode) throw new AppError(errorCode);
  return batch;
}

async function planFor(db: Db | UndoContext['database']['db'], { id }: StoredBatch) {
  const planned = await store.planUndo(db, id);
  const removedEvents = await findRemovedIn(db, id);
  const isUndone = planned.filter(({ reason }) => reason === null);
  return {
    planned,
    removedEvents,
    added: isUndone.filter(({ was_added }) => was_added).map((event) => event.id),
    changed: isUndone.filter(({ was_added }) => !was_added).map((event) => event.id),
    removed: removedEvents.map((event) => event.id),
  };
}

function outcomeOf({ planned, removedEvents }: Awaited<ReturnType<typeof planFor>>): UndoResult {
  const result: UndoResult = { removed: [], restored: [...removedEvents], kept: [] };
  for (const { was_added, reason, ...event } of planned) {
    if (reason) result.kept.push({ ...event, reason });
    else (was_added ? result.removed : result.restored).push(event);
  }
  return result;
}
