import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, auditLog, events, removedEvents } from '#db/schema/index.ts';
import type { Duplicates } from '#src/features/duplicates/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { updateAsAdmin } from '#tests/support/admin-events.ts';
import { call } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { openMergeWorld } from '#tests/support/merge-world.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const { admin, app, as, create, makeWatch, merge, setNow, stored, unmerge } = await openMergeWorld();

const update = (event: AdminEvent, changes: Record<string, unknown>) =>
  updateAsAdmin({ app, admin }, event, changes);
describe('twenty at once', () => {
  test('merge in both directions while ads are made: one outcome, and no ad loses its event', async () => {
    const [a, b] = [await create(), await create({ event_name: 'B' })];
    const owner = await makeMember(app.db);
    const ads = [a, b, a, b, a, b].map(({ id }) =>
      call(app, 'rest', 'marketplace.announcements.create', owner, {
        announcement_type: 'sale',
        event_id: id,
        distance: '10 km',
        price: 100,
      }),
    );
    const merges = Array.from({ length: 14 }, (_, index) =>
      index % 2 ? merge(a.id, b.id) : merge(b.id, a.id),
    );
    const [results, made] = await Promise.all([Promise.all(merges), Promise.all(ads)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array(13).fill(409)]);
    const left = await app.db.select({ id: events.id }).from(events);
    expect(left).toHaveLength(1);
    const stored = await app.db.select({ event_id: announcements.event_id }).from(announcements);
    expect(stored).toHaveLength(made.filter(({ status }) => status === 200).length);
    expect(stored.every(({ event_id }) => event_id === left[0]?.id)).toBe(true);
  });

  test('merge, undo and delete: every ad has the event that its merge or its undo left it', async () => {
    const [a, b] = [await create(), await create({ event_name: 'B' })];
    const ad = await makeAnnouncement(app.db, { event_id: a.id });
    const calls = Array.from({ length: 20 }, (_, index) =>
      index % 3 === 0
        ? merge(a.id, b.id)
        : index % 3 === 1
          ? unmerge(a.id)
          : update(b, { organizer: `${index}` }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
    const isMerged = (await stored(a.id)) === undefined;
    const [{ event_id } = { event_id: null }] = await app.db
      .select()
      .from(announcements)
      .where(eq(announcements.id, ad.id));
    expect(event_id).toBe(isMerged ? b.id : a.id);
    expect(await app.db.select().from(removedEvents)).toHaveLength(isMerged ? 1 : 0);
  });
});

describe('likely duplicates', () => {
  const list = async () => (await as<Duplicates>('admin.duplicates.list')).body;

  test.each(TRANSPORTS)(
    'are listed with what differs and the better one to keep, over %s',
    async (transport) => {
      const poor = await create({ event_name: 'Vätternrundan', ort: 'Motala' });
      const rich = await create({ event_name: 'Vättern-rundan', ort: 'Motala', organizer: 'VR' });
      await create({ event_name: 'Halvvättern', ort: 'Motala' });
      await create({ event_name: 'Vätternrundan', ort: 'Motala', event_date: '2027-05-24' });
      await create({ event_name: 'Vätternrundan', ort: 'Ystad' });
      await makeWatch(poor.id);
      const { body } = await call<Duplicates>(app, transport, 'admin.duplicates.list', admin);
      expect(body).toMatchObject({
        has_more: false,
        pairs: [{ keep_id: poor.id, differing_fields: ['event_name', 'organizer'] }],
      });
      expect(body.pairs[0]?.events.map(({ id, watch_count }) => [id, watch_count]).sort()).toEqual(
        [
          [poor.id, 1],
          [rich.id, 0],
        ].sort(),
      );
    },
  );

  test('are no longer listed after they were declared different, merged or over for a year', async () => {
    const [a, b] = [await create(), await create({ event_name: 'Loppet!' })];
    expect((await list()).pairs).toHaveLength(1);
    const dismiss = { id: b.id, other_id: a.id };
    expect((await as('admin.duplicates.dismiss', dismiss)).status).toBe(200);
    await as('admin.duplicates.dismiss', { id: a.id, other_id: b.id });
    expect((await list()).pairs).toEqual([]);
    expect(await app.db.select().from(auditLog).where(eq(auditLog.action, 'event.distinct'))).toHaveLength(1);
    await app.sql`delete from distinct_events`;
    expect((await list()).pairs).toHaveLength(1);
    setNow(new Date('2028-05-21T09:00:00.000Z'));
    expect((await list()).pairs).toHaveLength(1);
    setNow(new Date('2028-05-23T09:00:00.000Z'));
    expect((await list()).pairs).toEqual([]);
  });

  test('cannot be dismissed for unknown events or an event with itself', async () => {
    const { id } = await create();
    const code = async (other_id: string) =>
      (await as('admin.duplicates.dismiss', { id, other_id })).body.code;
    expect(await code(id)).toBe('event.same');
    expect(await code(Bun.randomUUIDv7())).toBe('event.not_found');
  });

  test('are at most 200 pairs, of a calendar with 2,000 equal events too', async () => {
    await app.sql`insert into events (id, event_name, event_date, sport_type, distances, geocode_due)
      select gen_random_uuid(), 'Loppet', '2027-05-22', 'Löpning', '{10 km}', null from generate_series(1, 2000)`;
    const { pairs, has_more } = await list();
    expect([pairs.length, has_more]).toEqual([200, true]);
  });
});

describe('merges, edits of the year and of series at once', () => {
  test('wait for one another in the same order, so none fails', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, (_, index) => create({ event_name: `Lopp ${index} i skogen` })),
    );
    const series = await as<{ id: string; name: string; slug: string }[]>('public.series.list');
    const statuses = new Set<number>();
    for (let round = 0; round < 6; round++) {
      const [a, b, c, d] = made.map((event) => event) as [AdminEvent, AdminEvent, AdminEvent, AdminEvent];
      const year = 2028 + (round % 2);
      const calls = [
        merge(a.id, b.id),
        merge(c.id, d.id),
        update(a, { event_date: `${year}-05-22` }),
        update(b, { event_date: `${year}-05-22` }),
        update(d, { event_date: `${year}-05-22` }),
        ...series.body.map(({ id, name, slug }) =>
          as('admin.series.update', { id, name, slug: `${slug.replace(/-x\d*$/, '')}-x${round}` }),
        ),
        as('admin.bulk.edit', { ids: made.map(({ id }) => id), set: { status: 'cancelled' } }),
      ];
      for (const { status } of await Promise.all(calls)) statuses.add(status);
      for (const { id } of [a, c]) await unmerge(id);
    }
    expect([...statuses].filter((status) => ![200, 404, 409].includes(status))).toEqual([]);
  });
});
