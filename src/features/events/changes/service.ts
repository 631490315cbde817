import type { Db } from '#src/platform/database.ts';
import { pauseAds, reportForbiddenTransfer } from '../ads/service.ts';
import { lockSeries, moveToSeries } from '../series/service.ts';
import type { EventStateRow, FieldChange } from './store.ts';
import * as store from './store.ts';

export type { FieldChange } from './store.ts';
export { findStates, lockEvents, writeFields } from './store.ts';

type Written = Pick<EventStateRow, 'event_date' | 'status' | 'transfer_policy' | 'series_id'>;
type Change = { before: EventStateRow; after: Written };

/**
 * What a change of an event means for other records: its address follows its year and series, and its ads are paused or
 * become inactive. `before` is the event before it was written, `after` what was written.
 */
export function followChange(tx: Db, today: string, before: EventStateRow, after: Written): Promise<void> {
  return followAll(tx, today, [{ before, after }]);
}

async function followAll(tx: Db, today: string, changes: readonly Change[]): Promise<void> {
  const moved = changes.filter(({ before, after }) => isMoved(before, after));
  for (const [seriesId, ofSeries] of Map.groupBy(moved, ({ after }) => after.series_id ?? ''))
    await moveToSeries(
      tx,
      ofSeries.map(({ before, after }) => ({ id: before.id, event_date: after.event_date })),
      seriesId,
    );
  const off = changes.filter(({ before, after }) => isCalledOff(before, after) || isForbidden(before, after));
  const withAds = await store.findEventsWithAds(
    tx,
    off.map(({ before }) => before.id),
  );
  for (const { before, after } of off.filter(({ before }) => withAds.has(before.id))) {
    const { status } = after;
    if (status !== 'scheduled' && isCalledOff(before, after)) await pauseAds(tx, before.id, status);
    if (isForbidden(before, after)) await reportForbiddenTransfer(tx, before.id, today);
  }
}

const isMoved = (before: EventStateRow, after: Written) =>
  before.series_id !== null &&
  after.series_id !== null &&
  (before.series_id !== after.series_id || !before.edition?.startsWith(after.event_date.slice(0, 4)));

const isCalledOff = (before: EventStateRow, after: Written) =>
  after.status !== 'scheduled' && after.status !== before.status;

const isForbidden = (before: EventStateRow, after: Written) =>
  after.transfer_policy === 'forbidden' && before.transfer_policy !== 'forbidden';

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
  const states = await store.findStates(
    tx,
    before.map(({ id }) => id),
  );
  const byId = new Map(states.map((row) => [row.id, row]));
  await followAll(
    tx,
    today,
    before.flatMap((row) => {
      const after = byId.get(row.id);
      return after ? [{ before: row, after }] : [];
    }),
  );
}
