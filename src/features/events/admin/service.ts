import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { dayInStockholm, isDay } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { findPlace } from '#src/shared/gazetteer.ts';
import { omit } from '#src/shared/omit.ts';
import type { AdminEvent } from '../admin-view/contract.ts';
import { readEvent } from '../admin-view/service.ts';
import { followChange } from '../changes/service.ts';
import { opensBeforeItCloses } from '../contract.ts';
import { positionFromGazetteer } from '../places/rules.ts';
import { assignSeries, lockSeries, moveToSeries } from '../series/service.ts';
import { isCheckedInFuture } from '../transfer/rules.ts';
import { changeOf, manualPlace } from './change.ts';
import type { EventCopy, EventUpdate, FoundSpot, NewEvent, PlaceQuery } from './contract.ts';
import { changesOfCopy, nextEditionOf } from './rules.ts';
import * as store from './store.ts';

/** Returns null if the gazetteer does not know the place. */
export function findSpot(where: PlaceQuery): FoundSpot | null {
  const place = findPlace(where);
  if (!place) return null;
  const { place_source, ...spot } = place;
  return { ...spot, is_approximate: place_source === 'landskap' };
}

/** Allows duplicates: the dialog warns, and the admin decides. */
export async function createEvent(ctx: AdminContext, { series_id, ...input }: NewEvent): Promise<AdminEvent> {
  if (isCheckedInFuture(input, dayInStockholm(ctx.now()))) throw new AppError('event.checked_in_future');
  const row = { ...input, ...(manualPlace(input) ?? positionFromGazetteer(input)) };
  return ctx.database.db.transaction(async (tx) =>
    recordNewEvent(tx, ctx, await storeNewEvent(tx, ctx, row, series_id), row),
  );
}

/** Allows duplicates too. */
export function copyEvent(ctx: AdminContext, input: EventCopy): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const { id, row } = await storeCopy(tx, ctx, input);
    return recordNewEvent(tx, ctx, id, row);
  });
}

/** Throws `event.not_found`, `event.date`. */
export async function storeCopy(
  tx: Db,
  ctx: Pick<AdminContext, 'now'>,
  { id, event_date }: EventCopy,
): Promise<{ id: string; row: store.EventRow }> {
  // The original stays in its series. A lock on the original would deadlock with a call that gives it one.
  await lockSeries(tx);
  const original = await store.findStoredEvent(tx, id);
  if (!original) throw new AppError('event.not_found');
  const today = dayInStockholm(ctx.now());
  const changes = changesOfCopy(original, event_date ?? nextEditionOf(original.event_date, today));
  const days = [changes.event_end_date, ...changes.transfer_periods.flatMap(({ from, to }) => [from, to])];
  if (!days.every((day) => !day || isDay(day))) throw new AppError('event.date');
  const { series_id, ...row } = omit({ ...original, ...changes }, 'edition', 'version');
  return { id: await storeNewEvent(tx, ctx, row, series_id), row };
}

/** Without a series, the name and ort of the event decide on it. */
async function storeNewEvent(
  tx: Db,
  ctx: Pick<AdminContext, 'now'>,
  row: store.EventRow,
  seriesId: string | null,
): Promise<string> {
  const id = await store.insertEvent(tx, { ...row, created_at: ctx.now().toISOString() });
  await (seriesId ? moveToSeries(tx, [{ id, event_date: row.event_date }], seriesId) : assignSeries(tx));
  return id;
}

async function recordNewEvent(
  tx: Db,
  ctx: AdminContext,
  id: string,
  { event_name }: store.EventRow,
): Promise<AdminEvent> {
  await recordAction(tx, ctx, 'event.create', { id, name: event_name });
  return readEvent(tx, ctx, id);
}

/** Keeps a position set by hand. Otherwise a new ort, landskap or address is looked up again. */
export function updateEvent(ctx: AdminContext, { id, version, ...update }: EventUpdate): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    // Before the event, as everywhere: in another year it gets another address.
    const stored = await store.findStoredEvent(tx, id);
    if (stored && stored.event_date.slice(0, 4) !== update.event_date.slice(0, 4)) await lockSeries(tx);
    const before = await store.lockEvent(tx, id);
    if (!before) throw new AppError('event.not_found');
    if (version !== null && version !== before.version) throw new AppError('event.changed');
    if (isCheckedInFuture(update, dayInStockholm(ctx.now()))) throw new AppError('event.checked_in_future');
    // The contract only knows the fields that were sent.
    if (!opensBeforeItCloses({ ...before, ...update })) throw new AppError('event.registration_order');
    const { fields, needsLookup } = changeOf(before, update);
    await store.changeEvent(tx, id, fields, needsLookup);
    await followChange(tx, dayInStockholm(ctx.now()), { id, ...before }, { ...before, ...fields });
    await recordAction(tx, ctx, 'event.update', { id, name: update.event_name });
    return readEvent(tx, ctx, id);
  });
}

/** Keeps the event's ads, but inactive. */
export function deleteEvent(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const name = await store.removeEvent(tx, id);
    if (name === undefined) throw new AppError('event.not_found');
    await recordAction(tx, ctx, 'event.delete', { id, name });
    return { message: 'Evenemanget är borttaget' };
  });
}

export function resetCoordinates(ctx: AdminContext, id: string): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const event = await store.lockEvent(tx, id);
    if (!event) throw new AppError('event.not_found');
    if (event.place_source === 'admin') {
      await store.changeEvent(tx, id, positionFromGazetteer(event), true);
      await recordAction(tx, ctx, 'event.reset_coordinates', { id, name: event.event_name });
    }
    return readEvent(tx, ctx, id);
  });
}
