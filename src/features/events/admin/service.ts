import type { AdminContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { dayInStockholm } from '../../../shared/dates';
import { AppError } from '../../../shared/errors';
import { findPlace, type PlaceText } from '../../../shared/gazetteer';
import { recordAction } from '../../audit/service';
import { pauseAds } from '../ads/service';
import { opensBeforeItCloses } from '../contract';
import { assignSeries, moveToYear } from '../series/service';
import { toPublic } from '../service';
import type { AdminEvent, EventUpdate, FoundSpot, NewEvent, PlaceQuery } from './contract';
import { stateAfterUpdate } from './rules';
import * as store from './store';

type Row = NonNullable<Awaited<ReturnType<typeof store.findAdminEvent>>>;

const toAdmin = ({ place_source, ...row }: Row, today: string): AdminEvent => ({
  ...row,
  ...toPublic(row, today),
  is_approximate: place_source === 'landskap',
  is_manual: place_source === 'admin',
});

export async function listAdminEvents(ctx: AdminContext): Promise<AdminEvent[]> {
  const today = dayInStockholm(ctx.now());
  return (await store.findAdminEvents(ctx.database.db)).map((row) => toAdmin(row, today));
}

/** Returns null if the gazetteer does not know the place. */
export function findSpot(where: PlaceQuery): FoundSpot | null {
  const place = findPlace(where);
  if (!place) return null;
  const { place_source, ...spot } = place;
  return { ...spot, is_approximate: place_source === 'landskap' };
}

type Place = Pick<store.EventRow, 'latitude' | 'longitude' | 'place_source'>;

function manualPlace({ latitude, longitude }: Pick<NewEvent, 'latitude' | 'longitude'>): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude, place_source: 'admin' };
}

const placeFromGazetteer = (where: PlaceText): Place =>
  findPlace(where) ?? { latitude: null, longitude: null, place_source: null };

/** Allows duplicates: the dialog warns, and the admin decides. */
export function createEvent(ctx: AdminContext, input: NewEvent): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const row = {
      ...input,
      ...(manualPlace(input) ?? placeFromGazetteer(input)),
      created_at: ctx.now().toISOString(),
    };
    const id = await store.insertEvent(tx, row);
    await assignSeries(tx);
    await recordAction(tx, ctx, 'event.create', { id, name: input.event_name });
    return readEvent(tx, ctx, id);
  });
}

/** Keeps a position set by hand. Otherwise a new ort, landskap or address is looked up again. */
export function updateEvent(
  ctx: AdminContext,
  { id, version, latitude, longitude, date_change, ...input }: EventUpdate,
): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const before = await store.lockEvent(tx, id);
    if (!before) throw new AppError('event.not_found');
    if (version !== null && version !== before.version) throw new AppError('event.changed');
    // The contract only knows the fields that were sent.
    if (!opensBeforeItCloses({ ...before, ...input })) throw new AppError('event.registration_order');
    const spot = manualPlace({ latitude, longitude });
    const isPlaceChanged =
      before.ort !== input.ort || before.landskap !== input.landskap || before.address !== input.address;
    const needsLookup = !spot && isPlaceChanged && before.place_source !== 'admin';
    const place = spot ?? (needsLookup ? placeFromGazetteer(input) : {});
    const state = stateAfterUpdate(before, input, date_change === 'moved');
    await store.changeEvent(tx, id, { ...input, ...state, ...place }, needsLookup);
    if (before.edition && !before.edition.startsWith(input.event_date.slice(0, 4))) await moveToYear(tx, id);
    if (state.status !== 'scheduled' && state.status !== before.status) await pauseAds(tx, id, state.status);
    await recordAction(tx, ctx, 'event.update', { id, name: input.event_name });
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
      await store.changeEvent(tx, id, placeFromGazetteer(event), true);
      await recordAction(tx, ctx, 'event.reset_coordinates', { id, name: event.event_name });
    }
    return readEvent(tx, ctx, id);
  });
}

async function readEvent(db: Db, ctx: AdminContext, id: string): Promise<AdminEvent> {
  const event = await store.findAdminEvent(db, id);
  if (!event) throw new AppError('event.not_found');
  return toAdmin(event, dayInStockholm(ctx.now()));
}
