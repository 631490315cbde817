import { describe, expect, test } from 'bun:test';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { claimForGeocoding, storeGeocoded } from '#src/features/events/places/store.ts';
import {
  FULL_INPUT,
  MANUAL_COORDINATES,
  MINIMAL_INPUT,
  openAdminEventWorld,
} from '#tests/support/admin-event-world.ts';
import { error, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement } from '#tests/support/content.ts';

const { app, create, list, loadAuditEntries, remove, reset, update } = await openAdminEventWorld();

describe('events for admins', () => {
  test('are not overwritten with an outdated version, but without a version the last write wins', async () => {
    const shownEvent = (await create(FULL_INPUT)).body;
    const input = { ...FULL_INPUT, id: shownEvent.id };
    const firstUpdate = await update({ ...input, ort: 'Orsa', version: shownEvent.version });
    expect(firstUpdate.status).toBe(200);
    expect(outcomeOf(await update({ ...input, organizer: 'Andra', version: shownEvent.version }))).toEqual(
      error('event.changed'),
    );
    expect((await list()).body).toEqual([firstUpdate.body]);
    expect(await loadAuditEntries()).toHaveLength(2);
    const secondUpdate = await update({ ...input, organizer: 'Andra', version: firstUpdate.body.version });
    expect(secondUpdate.body).toMatchObject({ organizer: 'Andra', ort: 'Mora' });
    expect((await update({ ...input, organizer: 'Tredje' })).body.organizer).toBe('Tredje');
  });

  test('get a new version with each edit, but not from geocoding or from ads', async () => {
    const { id, version } = (await create(FULL_INPUT)).body;
    const editedEvent = (await update({ ...FULL_INPUT, id, ...MANUAL_COORDINATES })).body;
    expect(editedEvent.version).toBeGreaterThan(version);
    const resetEvent = (await reset({ id })).body;
    expect(resetEvent.version).toBeGreaterThan(editedEvent.version);
    const [claimedEvent] = await claimForGeocoding(app.db, 60);
    if (!claimedEvent) throw new Error('No event is due for geocoding.');
    await storeGeocoded(app.db, claimedEvent, { latitude: 60, longitude: 15 });
    await makeAnnouncement(app.db, { event_id: id });
    expect((await list()).body).toMatchObject([
      { version: resetEvent.version, latitude: 60, announcement_count: 1 },
    ]);
  });

  test('accept only one of several concurrent saves of the same version, and log it once', async () => {
    const { id, version } = (await create(FULL_INPUT)).body;
    const saveResponses = await Promise.all(
      ['A', 'B', 'C', 'D'].map((organizer) => update({ ...FULL_INPUT, id, organizer, version })),
    );
    expect(saveResponses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await list()).body).toEqual([
      saveResponses.find(({ status }) => status === 200)?.body as AdminEvent,
    ]);
    expect(await loadAuditEntries()).toHaveLength(2);
  });

  test('stay deleted when an edit races the deletion, and the edit may get 404', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = (await create(MINIMAL_INPUT)).body;
      const [edit, deletion] = await Promise.all([update({ ...FULL_INPUT, id }), remove({ id })]);
      expect(deletion.status).toBe(200);
      if (edit.status !== 200) expect(outcomeOf(edit)).toEqual(error('event.not_found'));
      expect((await list()).body).toEqual([]);
    }
  });
});
