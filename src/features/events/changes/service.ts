import type { Db } from '../../../platform/database';
import { findEventsWithAds, pauseAds, reportForbiddenTransfer } from '../ads/service';
import { addToSeries, lockSeries } from '../series/service';
import type { EventStateRow, FieldChange } from './store';
import * as store from './store';

export type { FieldChange } from './store';
export { lockEvents } from './store';

type State = Pick<EventStateRow, 'event_date' | 'status' | 'transfer_policy' | 'series_id'>;

/**
 * What a change of an event means for other records: its address follows its year and series, and its ads are paused or
 * become inactive. `before` is the event before it was written, `after` what was written.
 */
export async function followChange(
  tx: Db,
  today: string,
  before: EventStateRow,
  after: State,
): Promise<void> {
  await followAddress(tx, before, after);
  await followState(tx, today, before, after);
}

async function followAddress(tx: Db, { id, ...before }: EventStateRow, after: State): Promise<void> {
  const isMoved =
    before.series_id !== after.series_id || !before.edition?.startsWith(after.event_date.slice(0, 4));
  if (before.series_id && after.series_id && isMoved)
    await addToSeries(tx, { id, event_date: after.event_date }, after.series_id);
}

async function followState(
  tx: Db,
  today: string,
  { id, ...before }: EventStateRow,
  after: State,
): Promise<void> {
  if (after.status !== 'scheduled' && after.status !== before.status) await pauseAds(tx, id, after.status);
  if (after.transfer_policy === 'forbidden' && before.transfer_policy !== 'forbidden')
    await reportForbiddenTransfer(tx, id, today);
}

/** Locks the events first. Fields that are left out stay. */
export async function changeFields(tx: Db, today: string, changes: readonly FieldChange[]): Promise<void> {
  // Before the events, as everywhere: the addresses of moved events are decided under this lock.
  if (changes.some(({ fields }) => 'series_id' in fields || 'event_date' in fields)) await lockSeries(tx);
  const before = await store.lockEvents(
    tx,
    changes.map(({ id }) => id),
  );
  await store.writeChanges(tx, changes);
  await followChanges(tx, today, before);
}

/** For events that were written since `before` was read. */
export async function followChanges(tx: Db, today: string, before: readonly EventStateRow[]): Promise<void> {
  const ids = before.map(({ id }) => id);
  const after = new Map((await store.findStates(tx, ids)).map((row) => [row.id, row]));
  const withAds = new Set(await findEventsWithAds(tx, ids));
  for (const row of before) {
    const changed = after.get(row.id);
    if (!changed) continue;
    await followAddress(tx, row, changed);
    if (withAds.has(row.id)) await followState(tx, today, row, changed);
  }
}
