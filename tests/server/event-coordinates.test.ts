import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import type { FoundSpot } from '#src/features/events/admin/contract.ts';
import { middleOf } from '#src/shared/gazetteer.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import {
  auditEntry,
  FULL_INPUT,
  MANUAL_COORDINATES,
  MORA,
  openAdminEventWorld,
} from '#tests/support/admin-event-world.ts';
import { error, outcomeOf } from '#tests/support/call.ts';

const { admin, app, create, loadAuditEntries, loadEvent, reset, update } = await openAdminEventWorld();

describe('events for admins', () => {
  const findPlace = (place: Record<string, string>) =>
    app.api<FoundSpot | null>(`GET /admin/events/place?${new URLSearchParams(place)}`, admin);

  test('keep coordinates set by hand through every edit, and are located again when these are reset', async () => {
    const created = (await create({ ...FULL_INPUT, ...MANUAL_COORDINATES })).body;
    expect(created).toMatchObject({ ...MANUAL_COORDINATES, is_manual: true });
    const movedInput = { ...FULL_INPUT, id: created.id, ort: 'Kiruna', landskap: 'Lappland', address: '' };
    expect((await update(movedInput)).body).toMatchObject({
      ...MANUAL_COORDINATES,
      is_manual: true,
      ort: 'Kiruna',
    });
    expect((await app.api('GET /events/coordinates')).body).toMatchObject([
      { ...MANUAL_COORDINATES, is_approximate: false },
    ]);
    await app.sql`update events set geocode_due = null`;

    const { status, body } = await reset({ id: created.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ is_manual: false, is_approximate: false });
    expect(body.latitude).toBeWithin(67, 69);
    // Geocoding is due at once. The database's clock decides, not the fixed `NOW` of this test.
    const [row] = await app.sql`select geocode_due <= now() as is_due from events`;
    expect(row?.is_due).toBe(true);
    expect(await loadAuditEntries()).toEqual([
      auditEntry('event.create', created),
      auditEntry('event.update', created),
      auditEntry('event.reset_coordinates', created),
    ]);
    // No coordinates are set by hand any more, so nothing changes and nothing is logged.
    expect((await reset({ id: created.id })).body).toEqual(body);
    expect(await loadAuditEntries()).toHaveLength(3);
  });

  test('can be given coordinates by hand after they were located, and then others', async () => {
    const { id } = (await create(FULL_INPUT)).body;
    expect((await update({ ...FULL_INPUT, id, ...MANUAL_COORDINATES })).body).toMatchObject({
      ...MANUAL_COORDINATES,
      is_manual: true,
    });
    const movedCoordinates = { latitude: 60.5, longitude: 13.5 };
    expect((await update({ ...FULL_INPUT, id, ...movedCoordinates })).body).toMatchObject({
      ...movedCoordinates,
      is_manual: true,
    });
  });

  test('get new coordinates, and are due for geocoding, only after a change of ort, landskap or address', async () => {
    const { id } = (await create(FULL_INPUT)).body;
    const geocodedCoordinates = { latitude: 61.01, longitude: 14.55 };
    const markGeocoded = () =>
      app.db
        .update(events)
        .set({ ...geocodedCoordinates, place_source: 'geocoder', geocode_due: null })
        .where(eq(events.id, id));
    const isDue = async () => (await loadEvent(id))?.geocode_due !== null;
    await markGeocoded();
    expect((await update({ ...FULL_INPUT, id, event_name: 'Vasaloppet 2027' })).body).toMatchObject(
      geocodedCoordinates,
    );
    expect(await isDue()).toBe(false);
    for (const change of [{ ort: 'Orsa' }, { landskap: 'Västerbotten' }, { address: 'Hamngatan 2' }]) {
      await update({ ...FULL_INPUT, id });
      await markGeocoded();
      const { body } = await update({ ...FULL_INPUT, id, ...change });
      expect([body.latitude, body.longitude]).not.toEqual([
        geocodedCoordinates.latitude,
        geocodedCoordinates.longitude,
      ]);
      expect(await isDue()).toBe(true);
    }
    const updateWithoutPlace = await update({ ...FULL_INPUT, id, ort: '', landskap: '', address: '' });
    expect(updateWithoutPlace.body).toMatchObject({ latitude: null, longitude: null, is_manual: false });
    const updateWithUnknownOrt = await update({ ...FULL_INPUT, id, ort: 'Okändeby', address: '' });
    expect(updateWithUnknownOrt.body).toMatchObject({ ...middleOf('Dalarna'), is_approximate: true });
  });

  test('get coordinates from findPlace, or null for an unknown place', async () => {
    const mora = (await findPlace({ ort: 'Mora', landskap: 'Dalarna', address: '' })).body;
    expect(mora?.is_approximate).toBe(false);
    expect(kilometresBetween(mora as FoundSpot, MORA)).toBeLessThan(25);
    expect((await findPlace({ ort: 'Okändeby', landskap: 'Dalarna' })).body).toEqual({
      ...middleOf('Dalarna'),
      is_approximate: true,
    });
    expect(await findPlace({ ort: 'Okändeby' })).toMatchObject({ status: 200, body: null });
    expect(outcomeOf(await findPlace({ ort: 'å'.repeat(201) }))).toEqual(error('request.too_long'));
  });
});
