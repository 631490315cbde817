import { recordAction } from '#src/features/audit/service.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { readEvent } from '#src/features/events/admin-view/service.ts';
import { changeFields } from '#src/features/events/changes/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import { setBatch } from '#src/platform/database/actor.ts';
import type { Db } from '#src/platform/database.ts';
import { databaseCode } from '#src/platform/failures.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Revision, RevisionId } from './contract.ts';
import * as store from './store.ts';

export async function listRevisions(
  { database: { db } }: AdminContext,
  eventId: string,
): Promise<Revision[]> {
  if ((await store.findName(db, eventId)) === undefined) throw new AppError('event.not_found');
  return await store.findRevisions(db, eventId);
}

/** A check or a foreign key, such as that of a series that was merged. */
const VIOLATIONS = ['23514', '23503'];

/** Gives the fields that the revision changed the values that they had before it. That is a revision too. */
export function restoreRevision(ctx: AdminContext, { id, revision_id }: RevisionId): Promise<AdminEvent> {
  return ctx.database.db
    .transaction(async (tx) => {
      const revision = await store.findRevision(tx, id, revision_id);
      if (!revision) throw new AppError('revision.not_found');
      if (!revision.before) throw new AppError('revision.first');
      await changeFields(tx, dayInStockholm(ctx.now()), [{ id, fields: revision.before }]);
      const event = await readEvent(tx, ctx, id);
      await recordAction(tx, ctx, 'event.restore', { id, name: event.event_name });
      return event;
    })
    .catch((error: unknown) => {
      throw VIOLATIONS.includes(databaseCode(error) ?? '') ? new AppError('revision.conflict') : error;
    });
}

type NewBatch = Omit<Parameters<typeof store.insertBatch>[1], 'created_at'>;

/**
 * Until the transaction ends, the changes of events belong to the batch. Call `close` after the last one: it counts
 * them, and deletes a batch without changes. It then returns undefined, otherwise the id.
 */
export async function openBatch(tx: Db, { now }: Pick<AdminContext, 'now'>, batch: NewBatch) {
  const id = await store.insertBatch(tx, { ...batch, created_at: now().toISOString() });
  await setBatch(tx, id);
  return {
    id,
    async close(): Promise<string | undefined> {
      await setBatch(tx, null);
      await store.countBatch(tx, id);
      const stored = await store.findBatch(tx, id);
      if (stored && stored.added + stored.changed + stored.removed > 0) return id;
      await store.deleteBatch(tx, id);
      return undefined;
    },
  };
}
