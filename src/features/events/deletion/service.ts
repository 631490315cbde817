import type { BackgroundContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { assignSeries, lockSeries } from '../series/service.ts';
import * as moved from './moved/store.ts';
import type { Removal } from './store.ts';
import * as store from './store.ts';

export {
  deleteEvents,
  findMerges,
  findRemovedIn,
  findTarget,
  isSavedWithOther,
  lockRemoved,
} from './store.ts';

/** Deletes events so that {@link restoreEvents} can undo it. Their ads are kept, but become inactive. */
export async function removeEvents(tx: Db, ids: readonly string[], removal: Removal): Promise<void> {
  await store.lockForDeletion(tx, ids);
  await store.saveEvents(tx, ids, removal);
  await store.deleteEvents(tx, ids);
}

/** Removes an event and gives its rows to another one. {@link restoreEvents} undoes it. Lock both first. */
export async function moveIntoEvent(
  tx: Db,
  id: string,
  intoId: string,
  removal: Omit<Removal, 'batchId' | 'intoId'>,
): Promise<void> {
  const rows = await moved.moveRows(tx, id, intoId);
  await store.saveEvents(tx, [id], { ...removal, intoId });
  await moved.storeMoved(tx, id, { ...rows, ...(await moved.moveAddresses(tx, id, intoId)) });
  await store.deleteEvents(tx, [id]);
}

/** Gives removed events back with their ids and the rows that referred to them, as far as these still exist. */
export async function restoreEvents(tx: Db, ids: readonly string[]): Promise<void> {
  // Otherwise another event could get one of the addresses meanwhile.
  await lockSeries(tx);
  await moved.freeAddresses(tx, ids);
  await store.insertRemoved(tx, ids);
  await moved.takeBack(tx, ids);
  await store.restoreRelated(tx, ids);
  await assignSeries(tx);
}

export async function sweepRemovedEvents({ database, now }: BackgroundContext): Promise<void> {
  await store.deleteExpired(database.db, now().toISOString());
}
