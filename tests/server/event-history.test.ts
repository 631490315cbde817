import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { openHistoryWorld } from '#tests/support/history-world.ts';

const { admin, app, as, create, revisionsOf, update } = await openHistoryWorld();

describe('the history of an event', () => {
  test('has who changed what, from the creation on', async () => {
    const event = await create({ organizer: 'IFK' });
    await update(event, { organizer: 'SK', ort: 'Orsa' });
    const [change, creation, ...more] = await revisionsOf(event.id);
    expect(more).toEqual([]);
    expect(creation).toMatchObject({ actor_kind: 'admin', actor: 'vera', before: null, batch: null });
    expect(creation?.after).toMatchObject({ event_name: 'Loppet', distances: ['10 km'], organizer: 'IFK' });
    expect(change).toMatchObject({
      actor_kind: 'admin',
      actor: 'vera',
      before: { organizer: 'IFK', ort: 'Mora' },
      after: { organizer: 'SK', ort: 'Orsa' },
    });
    expect(Object.keys(change?.after ?? {}).sort()).toEqual(
      ['latitude', 'longitude', 'organizer', 'ort'].sort(),
    );
  });

  test('has nothing of an update that changes nothing', async () => {
    const event = await create();
    await update(event, {});
    expect(await revisionsOf(event.id)).toHaveLength(1);
  });

  test('has what programs write, as the system', async () => {
    const { id } = await makeEvent(app.db);
    await app.sql`update events set organizer = 'Direkt' where id = ${id}`;
    expect(await revisionsOf(id)).toMatchObject([
      { actor_kind: 'system', actor: null, after: { organizer: 'Direkt' } },
      { actor_kind: 'system', before: null },
    ]);
  });

  test('does not mix up the actors of concurrent transactions', async () => {
    const other = await makeAdmin(app.db, { username: 'olle' });
    const [mine, theirs] = [await create(), await create({ event_name: 'Rundan' })];
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => [
        call(app, 'rest', 'admin.events.update', admin, {
          ...mine,
          organizer: `a${index}`,
          version: null,
          latitude: null,
          longitude: null,
        }),
        call(app, 'rest', 'admin.events.update', other, {
          ...theirs,
          organizer: `b${index}`,
          version: null,
          latitude: null,
          longitude: null,
        }),
      ]).flat(),
    );
    const [ofMine, ofTheirs] = [await revisionsOf(mine.id), await revisionsOf(theirs.id)];
    expect(new Set(ofMine.map(({ actor }) => actor))).toEqual(new Set(['vera']));
    expect(new Set(ofTheirs.slice(0, -1).map(({ actor }) => actor))).toEqual(new Set(['olle']));
  });

  test('restores the fields of a revision and keeps later edits of others', async () => {
    const event = await create({ organizer: 'IFK', race_link: 'https://a.example/' });
    const changed = (await update(event, { organizer: 'SK', race_link: 'https://a.example/' })).body;
    await update(changed, { race_link: 'https://b.example/' });
    const change = (await revisionsOf(event.id))[1];
    const { status, body } = await as<AdminEvent>('admin.revisions.restore', {
      id: event.id,
      revision_id: change?.id,
    });
    expect([status, body.organizer, body.race_link]).toEqual([200, 'IFK', 'https://b.example/']);
    expect((await revisionsOf(event.id))[0]).toMatchObject({
      before: { organizer: 'SK' },
      after: { organizer: 'IFK' },
    });
  });

  test('a restored cancellation pauses ads, and a restored year moves the address', async () => {
    const event = await create({ event_name: 'Loppet' });
    const cancelled = (await update(event, { status: 'cancelled' })).body;
    const moved = (await update(cancelled, { status: 'scheduled', event_date: '2028-05-22' })).body;
    expect(moved.url).toEndWith('/2028');
    const { id: adId } = await makeAnnouncement(app.db, { event_id: event.id });
    const change = (await revisionsOf(event.id))[0];
    const { body } = await as<AdminEvent>('admin.revisions.restore', {
      id: event.id,
      revision_id: change?.id,
    });
    expect([body.status, body.url]).toEqual(['cancelled', event.url]);
    const [ad] = await app.db.select().from(announcements).where(eq(announcements.id, adId));
    expect(ad?.is_paused).toBe(true);
  });

  test('cannot restore what no longer fits, the creation, or a revision of another event', async () => {
    const event = await create({ event_end_date: '2027-05-23' });
    const changed = (await update(event, { event_date: '2027-05-10', event_end_date: '2027-05-11' })).body;
    await update(changed, { event_date: '2027-05-10', event_end_date: null });
    const other = await create({ event_name: 'Rundan' });
    await app.sql`update event_revisions set before = '{"event_end_date": "2027-01-01"}' where event_id = ${event.id}
      and before ? 'event_date'`;
    const [, change, creation] = await revisionsOf(event.id);
    const restore = async (id: string, revision_id = '') =>
      (await as<{ code: string }>('admin.revisions.restore', { id, revision_id })).body.code;
    expect(await restore(event.id, change?.id)).toBe('revision.conflict');
    expect(await restore(event.id, creation?.id)).toBe('revision.first');
    expect(await restore(other.id, change?.id)).toBe('revision.not_found');
  });
});
