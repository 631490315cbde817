import type { AdminContext } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { AppError } from '../../../shared/errors';
import { recordAct } from '../../audit/service';
import { findPlace, type WhereText } from '../places/gazetteer';
import { toPublic } from '../service';
import type { AdminEvent, EventUpdate, FoundSpot, NewEvent, PlaceQuery } from './contract';
import * as store from './store';

type Row = NonNullable<Awaited<ReturnType<typeof store.findAdminEvent>>>;

const toAdmin = ({ place_source, ...row }: Row): AdminEvent => ({
  ...row,
  ...toPublic(row),
  is_approximate: place_source === 'landskap',
  is_manual: place_source === 'admin',
});

/** Every event as admins see it, by start date. */
export async function listAdminEvents(ctx: AdminContext): Promise<AdminEvent[]> {
  return (await store.findAdminEvents(ctx.database.db)).map(toAdmin);
}

/** Where the gazetteer would put an event; null when it knows none of it (D29). */
export function findSpot(where: PlaceQuery): FoundSpot | null {
  const found = findPlace(where);
  if (!found) return null;
  const { place_source, ...spot } = found;
  return { ...spot, is_approximate: place_source === 'landskap' };
}

type Place = Pick<store.EventRow, 'latitude' | 'longitude' | 'place_source'>;

/** The spot that was set by hand; undefined when none was. */
function byHand({ latitude, longitude }: Pick<NewEvent, 'latitude' | 'longitude'>): Place | undefined {
  return latitude === null || longitude === null ? undefined : { latitude, longitude, place_source: 'admin' };
}

const found = (where: WhereText): Place =>
  findPlace(where) ?? { latitude: null, longitude: null, place_source: null };

/** Puts an event on the calendar. The same event may be there already: the dialog warns, the admin decides. */
export function createEvent(ctx: AdminContext, input: NewEvent): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const row = { ...input, ...(byHand(input) ?? found(input)), created_at: ctx.now().toISOString() };
    const id = await store.insertEvent(tx, row);
    await recordAct(tx, ctx, 'event.create', { id, name: input.event_name });
    return stored(tx, id);
  });
}

/**
 * Writes over an event. Throws `event.not_found`, or `event.changed` when it is no longer as the admin was shown it. A spot
 * set by hand stays; another ort, landskap or address is found anew (D29).
 */
export function updateEvent(
  ctx: AdminContext,
  { id, version, latitude, longitude, ...input }: EventUpdate,
): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const before = await store.lockEvent(tx, id);
    if (!before) throw new AppError('event.not_found');
    if (version !== null && version !== before.version) throw new AppError('event.changed');
    const spot = byHand({ latitude, longitude });
    const isElsewhere =
      before.ort !== input.ort || before.landskap !== input.landskap || before.address !== input.address;
    const isFoundAnew = !spot && isElsewhere && before.place_source !== 'admin';
    const place = spot ?? (isFoundAnew ? found(input) : {});
    await store.changeEvent(tx, id, { ...input, ...place }, isFoundAnew);
    await recordAct(tx, ctx, 'event.update', { id, name: input.event_name });
    return stored(tx, id);
  });
}

/** Deletes an event; its ads stay, inactive (D12). Throws `event.not_found`. */
export function deleteEvent(ctx: AdminContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const name = await store.removeEvent(tx, id);
    if (name === undefined) throw new AppError('event.not_found');
    await recordAct(tx, ctx, 'event.delete', { id, name });
    return { message: 'Evenemanget är borttaget' };
  });
}

/** Finds the place anew of an event whose spot was set by hand (D29, D36). Throws `event.not_found`. */
export function resetCoordinates(ctx: AdminContext, id: string): Promise<AdminEvent> {
  return ctx.database.db.transaction(async (tx) => {
    const event = await store.lockEvent(tx, id);
    if (!event) throw new AppError('event.not_found');
    if (event.place_source === 'admin') {
      await store.changeEvent(tx, id, found(event), true);
      await recordAct(tx, ctx, 'event.reset_coordinates', { id, name: event.event_name });
    }
    return stored(tx, id);
  });
}

/** The event as it stands, just written in this transaction. */
async function stored(db: Db, id: string): Promise<AdminEvent> {
  const event = await store.findAdminEvent(db, id);
  if (!event) throw new AppError('event.not_found');
  return toAdmin(event);
}
