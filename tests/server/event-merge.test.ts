import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  announcements,
  auditLog,
  eventRevisions,
  events,
  outbox,
  removedEvents,
  watchChanges,
  watches,
} from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { Batch, UndoResult } from '#src/features/history/contract.ts';
import { call } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { openMergeWorld } from '#tests/support/merge-world.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const { admin, app, as, create, makePair, merge, referringRows, stored, unmerge } = await openMergeWorld();

const watchesOf = async (event_id: string) =>
  (await app.db.select({ id: watches.id }).from(watches).where(eq(watches.event_id, event_id)))
    .map(({ id }) => id)
    .sort();

describe('merging two events', () => {
  test.each(TRANSPORTS)(
    'moves every row to the kept one and removes the other, over %s',
    async (transport) => {
      const { merged, kept, third, ad, hiddenAd, dropped, keptWatch, moved } = await makePair();
      const { status, body } = await call<AdminEvent>(app, transport, 'admin.merges.merge', admin, {
        id: merged.id,
        into: kept.id,
      });
      expect([status, body.id]).toEqual([200, kept.id]);
      const rows = await referringRows();
      expect(rows.events.map(({ id }) => id).sort()).toEqual([kept.id, third.id].sort());
      expect(rows.announcements.map((row) => [row.id, row.event_id, row.is_active, row.distance])).toEqual([
        [ad.id, kept.id, true, '315 km'],
        [hiddenAd.id, kept.id, false, '10 km'],
      ]);
      expect(await watchesOf(kept.id)).toEqual([keptWatch.id, moved.id].sort());
      expect(rows.watches.map(({ id }) => id)).not.toContain(dropped.id);
      expect(rows.views.map(({ day, views }) => [day, views])).toEqual([
        ['2027-01-10', 3],
        ['2027-01-11', 7],
      ]);
      expect(rows.proposals.map(({ event_id }) => event_id)).toEqual([kept.id]);
      expect([rows.items[0]?.event_id, rows.changes[0]?.event_id]).toEqual([kept.id, kept.id]);
      expect(rows.revisions.filter(({ event_id }) => event_id === kept.id)).toHaveLength(2);
      expect(rows.distinct).toMatchObject([
        { event_id: [kept.id, third.id].sort()[0], other_id: [kept.id, third.id].sort()[1] },
      ]);
      expect(
        await app.db
          .select({ action: auditLog.action })
          .from(auditLog)
          .where(eq(auditLog.action, 'event.merge')),
      ).toHaveLength(1);
    },
  );

  test('is undone: all rows are as before', async () => {
    const { merged, kept } = await makePair();
    const before = await referringRows();
    await merge(merged.id, kept.id);
    expect((await unmerge(merged.id)).status).toBe(200);
    expect(await referringRows()).toEqual(before);
    expect(await app.db.select().from(removedEvents)).toEqual([]);
    expect((await fetch(`${app.url}${merged.url}`, { redirect: 'manual' })).status).toBe(200);
    expect(
      await app.db
        .select({ details: auditLog.details })
        .from(auditLog)
        .where(eq(auditLog.action, 'event.unmerge')),
    ).toEqual([{ details: { event_ids: [merged.id, kept.id] } }]);
  });

  test('the old addresses of the event and of its series lead to the kept one, until it is undone', async () => {
    const [merged, kept] = [
      await create({ event_name: 'Ett lopp' }),
      await create({ event_name: 'Loppet ett' }),
    ];
    await merge(merged.id, kept.id);
    const locationOf = async (path: string) => {
      const response = await fetch(`${app.url}${path}`, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    const seriesPath = `${merged.url}`.replace(/\/\d+$/, '');
    expect(await locationOf(`${merged.url}`)).toEqual([301, kept.url]);
    expect(await locationOf(seriesPath)).toEqual([301, kept.url]);
    await unmerge(merged.id);
    expect(await locationOf(`${merged.url}`)).toEqual([200, null]);
    expect(await locationOf(seriesPath)).toEqual([200, null]);
  });

  test('fills what the kept one lacks, as a change in its history, and replaces nothing', async () => {
    const merged = await create({
      organizer: 'IFK',
      result_link: 'https://a.example/resultat',
      race_link: 'https://a.example/',
      registration_opens_on: '2027-02-01',
      transfer_policy: 'allowed',
      transfer_periods: [{ to: '2027-05-01', distances: ['10 km'] }],
    });
    const kept = await create({ race_link: 'https://b.example/', ort: null });
    const { body } = await merge(merged.id, kept.id);
    expect(body).toMatchObject({
      organizer: 'IFK',
      result_link: 'https://a.example/resultat',
      race_link: 'https://b.example/',
      registration_opens_on: '2027-02-01',
      transfer_policy: 'allowed',
      ort: 'Mora',
    });
    const [latest] = (
      await as<{ actor: string; after: object; before: object }[]>('admin.revisions.list', { id: kept.id })
    ).body;
    expect(latest).toMatchObject({ actor: 'vera', before: { organizer: null }, after: { organizer: 'IFK' } });
  });

  test('is no news for anyone who watches', async () => {
    const { merged, kept } = await makePair();
    await merge(merged.id, kept.id);
    await unmerge(merged.id);
    expect(await app.db.select().from(watchChanges)).toEqual([]);
    expect(await app.db.select().from(outbox)).toEqual([]);
  });

  test('pauses its ads if the kept race is cancelled, and tells their owners only', async () => {
    const [merged, kept] = [await create(), await create({ event_name: 'Loppet 2', status: 'cancelled' })];
    const [owner, other] = [await makeMember(app.db), await makeMember(app.db)];
    const ad = await makeAnnouncement(app.db, { event_id: merged.id, user_id: owner.id });
    await makeAnnouncement(app.db, { event_id: kept.id, user_id: other.id });
    await merge(merged.id, kept.id);
    const [stored] = await app.db.select().from(announcements).where(eq(announcements.id, ad.id));
    expect(stored).toMatchObject({ event_id: kept.id, is_paused: true });
    expect(await app.db.select({ kind: outbox.kind, about: outbox.about }).from(outbox)).toEqual([
      { kind: 'announcement.event_cancelled', about: { event_id: kept.id, user_id: owner.id } },
    ]);
  });

  test('keeps the event if the import that added the other one is undone', async () => {
    const kept = await create();
    const file = 'event_date,event_name,distances,sport_type,ort\n2027-05-22,Loppet Mora,10 km,Löpning,Mora';
    const { body } = await sendImport(app.url, admin, new TextEncoder().encode(file));
    const [imported] = await app.db.select().from(events).where(eq(events.event_name, 'Loppet Mora'));
    await merge(imported?.id ?? '', kept.id);
    const undone = await as<UndoResult>('admin.imports.undo', { id: body.import_id });
    expect(undone.body).toMatchObject({ removed: [], restored: [], kept: [] });
    expect(await stored(kept.id)).toBeDefined();
    await unmerge(imported?.id ?? '');
    const batches = await app.db
      .select({ batch: eventRevisions.batch_id })
      .from(eventRevisions)
      .where(eq(eventRevisions.event_id, imported?.id ?? ''));
    expect(batches).toEqual([{ batch: body.import_id ?? null }]);
    expect((await as<Batch[]>('admin.imports.list')).body).toHaveLength(1);
  });

  test('refuses the same event, unknown events and events that were merged', async () => {
    const [a, b, c] = [await create(), await create({ event_name: 'B' }), await create({ event_name: 'C' })];
    const code = async (id: string, into: string) => {
      const { status, body } = await merge(id, into);
      return [status, body.code];
    };
    const unknown = Bun.randomUUIDv7();
    expect(await code(a.id, a.id)).toEqual([400, 'event.same']);
    expect(await code(a.id, unknown)).toEqual([404, 'event.not_found']);
    expect(await code(unknown, a.id)).toEqual([404, 'event.not_found']);
    await merge(a.id, b.id);
    expect(await code(a.id, c.id)).toEqual([409, 'event.merged']);
    expect(await code(c.id, a.id)).toEqual([409, 'event.merged']);
  });
});
