import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import {
  announcements,
  auditLog,
  eventBatches,
  eventProposals,
  eventRevisions,
  events,
  organisers,
  outbox,
  pageViews,
  removedEvents,
  series,
  sourceChanges,
  sourceItems,
  sources,
  watchChanges,
  watchers,
  watches,
} from '#db/schema/index.ts';
import type { Duplicates } from '#src/features/duplicates/contract.ts';
import type { Merge } from '#src/features/duplicates/merge/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { sweepRemovedEvents } from '#src/features/events/deletion/service.ts';
import type { Batch, UndoResult } from '#src/features/history/contract.ts';
import { createAsAdmin, updateAsAdmin } from '#tests/support/admin-events.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { TRANSPORTS, testApp } from '#tests/support/transports.ts';

const DAY_MS = 86_400_000;
const START = new Date('2027-01-15T09:00:00.000Z');
let now = START;
const db = () => app.context.database.db;
const app = await testApp({ now: () => now });
const admin = await makeAdmin(db(), { username: 'vera' });
afterAll(() => app.stop());
beforeEach(async () => {
  now = START;
  for (const table of [
    announcements,
    watchers,
    removedEvents,
    sources,
    events,
    eventBatches,
    series,
    auditLog,
    outbox,
    watchChanges,
  ])
    await db().delete(table);
});

type Answer = { code?: string };
const as = <Body>(name: string, input: Record<string, unknown> = {}) =>
  call<Body & Answer>(app, 'rest', name, admin, input);
const create = (more?: Record<string, unknown>) => createAsAdmin({ app, admin }, more);
const update = (event: AdminEvent, changes: Record<string, unknown>) =>
  updateAsAdmin({ app, admin }, event, changes);
const merge = (id: string, into: string) => as<AdminEvent>('admin.merges.merge', { id, into });
const unmerge = (id: string) => as<AdminEvent>('admin.merges.unmerge', { id });
const stored = async (id: string) => (await db().select().from(events).where(eq(events.id, id)))[0];

async function makeWatcher() {
  const [watcher] = await db()
    .insert(watchers)
    .values({ email: `${Bun.randomUUIDv7()}@lopp.example`, last_number: 9 })
    .returning();
  if (!watcher) throw new Error('No watcher was made.');
  return watcher.id;
}

let numbers = 0;
async function makeWatch(event_id: string, row: Partial<typeof watches.$inferInsert> = {}) {
  const watcher_id = row.watcher_id ?? (await makeWatcher());
  const [watch] = await db()
    .insert(watches)
    .values({ number: ++numbers, kind: 'event', event_id, cadence: 'daily', ...row, watcher_id })
    .returning();
  if (!watch) throw new Error('No watch was made.');
  return watch;
}

const watchesOf = async (event_id: string) =>
  (await db().select({ id: watches.id }).from(watches).where(eq(watches.event_id, event_id)))
    .map(({ id }) => id)
    .sort();

/** Every row that refers to an event, without what merging and undoing it may change. */
const referringRows = async () => ({
  events: await db().select().from(events).orderBy(events.id),
  announcements: await db().select().from(announcements).orderBy(announcements.id),
  watches: await db().select().from(watches).orderBy(watches.id),
  revisions: await db().select().from(eventRevisions).orderBy(eventRevisions.id),
  views: await db().select().from(pageViews).orderBy(pageViews.event_id, pageViews.day),
  proposals: await db().select().from(eventProposals).orderBy(eventProposals.id),
  items: await db().select().from(sourceItems).orderBy(sourceItems.key),
  changes: await db().select().from(sourceChanges).orderBy(sourceChanges.key),
  addresses: await app.sql`select * from race_addresses order by path`,
  distinct: await app.sql`select * from distinct_events order by 1, 2`,
});

/** An event with rows in every table that refers to events, and one with equal rows where these may not be doubled. */
async function makePair() {
  const merged = await create({ event_name: 'Vätternrundan' });
  const kept = await create({ event_name: 'Vättern-rundan' });
  const third = await create({ event_name: 'Tredje loppet' });
  const ad = await makeAnnouncement(db(), { event_id: merged.id, distance: '315 km' });
  const hiddenAd = await makeAnnouncement(db(), { event_id: merged.id, is_active: false });
  const both = await makeWatcher();
  const dropped = await makeWatch(merged.id, { watcher_id: both });
  const keptWatch = await makeWatch(kept.id, { watcher_id: both });
  const moved = await makeWatch(merged.id, { watcher_id: both, kind: 'market_sale' });
  await db()
    .insert(pageViews)
    .values([
      { event_id: merged.id, day: '2027-01-10', views: 3 },
      { event_id: merged.id, day: '2027-01-11', views: 5 },
      { event_id: kept.id, day: '2027-01-11', views: 2 },
    ]);
  const [organiser] = await db()
    .insert(organisers)
    .values({
      series_id: merged.series_id ?? '',
      email: 'arr@lopp.example',
      created_by: 'vera',
      expires_at: '2028-01-01T00:00:00.000Z',
    })
    .returning();
  for (const event_id of [merged.id, kept.id])
    await db()
      .insert(eventProposals)
      .values({
        event_id,
        organiser_id: organiser?.id,
        organiser_email: 'arr@lopp.example',
        before: {},
        after: { ort: 'Orsa' },
      });
  const [source] = await db().insert(sources).values({ name: 'SFIF', url: 'https://a.example/' }).returning();
  const source_id = source?.id ?? '';
  const at = now.toISOString();
  await db().insert(sourceItems).values({ source_id, key: 'a', event_id: merged.id, seen_at: at });
  await db()
    .insert(sourceChanges)
    .values({ source_id, key: 'a', event_id: merged.id, after: { ort: 'Orsa' } });
  await as('admin.duplicates.dismiss', { id: merged.id, other_id: third.id });
  await db().delete(watchChanges);
  return { merged, kept, third, ad, hiddenAd, dropped, keptWatch, moved };
}

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
        await db()
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
    expect(await db().select().from(removedEvents)).toEqual([]);
    expect((await fetch(`${app.url}${merged.url}`, { redirect: 'manual' })).status).toBe(200);
    expect(
      await db()
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
    expect(await db().select().from(watchChanges)).toEqual([]);
    expect(await db().select().from(outbox)).toEqual([]);
  });

  test('pauses its ads if the kept race is cancelled, and tells their owners only', async () => {
    const [merged, kept] = [await create(), await create({ event_name: 'Loppet 2', status: 'cancelled' })];
    const [owner, other] = [await makeMember(db()), await makeMember(db())];
    const ad = await makeAnnouncement(db(), { event_id: merged.id, user_id: owner.id });
    await makeAnnouncement(db(), { event_id: kept.id, user_id: other.id });
    await merge(merged.id, kept.id);
    const [stored] = await db().select().from(announcements).where(eq(announcements.id, ad.id));
    expect(stored).toMatchObject({ event_id: kept.id, is_paused: true });
    expect(await db().select({ kind: outbox.kind, about: outbox.about }).from(outbox)).toEqual([
      { kind: 'announcement.event_cancelled', about: { event_id: kept.id, user_id: owner.id } },
    ]);
  });

  test('keeps the event if the import that added the other one is undone', async () => {
    const kept = await create();
    const file = 'event_date,event_name,distances,sport_type,ort\n2027-05-22,Loppet Mora,10 km,Löpning,Mora';
    const { body } = await sendImport(app.url, admin, new TextEncoder().encode(file));
    const [imported] = await db().select().from(events).where(eq(events.event_name, 'Loppet Mora'));
    await merge(imported?.id ?? '', kept.id);
    const undone = await as<UndoResult>('admin.imports.undo', { id: body.import_id });
    expect(undone.body).toMatchObject({ removed: [], restored: [], kept: [] });
    expect(await stored(kept.id)).toBeDefined();
    await unmerge(imported?.id ?? '');
    const batches = await db()
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

describe('undoing a merge', () => {
  test('does not bring back what was ended, moved on or hidden meanwhile', async () => {
    const { merged, kept, third, ad, hiddenAd, dropped, keptWatch, moved } = await makePair();
    await merge(merged.id, kept.id);
    await db().delete(watches).where(eq(watches.id, keptWatch.id));
    await db().delete(watches).where(eq(watches.id, moved.id));
    await db().update(announcements).set({ is_active: false }).where(eq(announcements.id, ad.id));
    await db().update(announcements).set({ event_id: third.id }).where(eq(announcements.id, hiddenAd.id));
    const later = await makeAnnouncement(db(), { event_id: kept.id });
    await db().delete(sources);
    await unmerge(merged.id);
    const rows = await referringRows();
    expect(rows.announcements.map((row) => [row.id, row.event_id, row.is_active])).toEqual([
      [ad.id, merged.id, false],
      [hiddenAd.id, third.id, false],
      [later.id, kept.id, true],
    ]);
    expect(rows.watches.map(({ id }) => id)).not.toContain(dropped.id);
    expect(rows.watches).toEqual([]);
  });

  test('gives the event another address if the kept one has its own meanwhile', async () => {
    const [merged, kept] = [await create({ event_name: 'Ett' }), await create({ event_name: 'Två' })];
    await merge(merged.id, kept.id);
    const current = (await as<AdminEvent[]>('admin.events.list')).body.find(({ id }) => id === kept.id);
    const moved = await as('admin.bulk.edit', { ids: [kept.id], set: { series_id: merged.series_id } });
    expect([current?.url, moved.status]).toEqual([kept.url, 200]);
    const { body } = await unmerge(merged.id);
    const urls = (await as<AdminEvent[]>('admin.events.list')).body.map(({ url }) => url);
    expect(new Set(urls).size).toBe(2);
    expect((await fetch(`${app.url}${body.url}`, { redirect: 'manual' })).status).toBe(200);
  });

  test('is possible for 30 days, once', async () => {
    const [merged, kept] = [await create(), await create({ event_name: 'B' })];
    await merge(merged.id, kept.id);
    expect((await as<Merge[]>('admin.merges.list')).body).toMatchObject([
      {
        id: merged.id,
        event_name: 'Loppet',
        into: { id: kept.id, url: kept.url },
        merged_by: 'vera',
        merged_at: START.toISOString(),
      },
    ]);
    now = new Date(START.getTime() + 30 * DAY_MS + 1);
    expect((await unmerge(merged.id)).body.code).toBe('merge.too_late');
    expect((await as<Merge[]>('admin.merges.list')).body).toEqual([]);
    now = new Date(START.getTime() + 30 * DAY_MS);
    expect((await unmerge(merged.id)).status).toBe(200);
    expect((await unmerge(merged.id)).body.code).toBe('merge.not_found');
    await merge(merged.id, kept.id);
    now = new Date(START.getTime() + 61 * DAY_MS);
    await sweepRemovedEvents({ ...app.context, now: () => now });
    expect((await unmerge(merged.id)).body.code).toBe('merge.not_found');
  });

  test('of a chain is possible from its end only', async () => {
    const [a, b, c] = [await create(), await create({ event_name: 'B' }), await create({ event_name: 'C' })];
    const ad = await makeAnnouncement(db(), { event_id: a.id });
    await merge(a.id, b.id);
    await merge(b.id, c.id);
    const eventOfAd = async () =>
      (await db().select().from(announcements).where(eq(announcements.id, ad.id)))[0]?.event_id;
    expect(await eventOfAd()).toBe(c.id);
    expect((await unmerge(a.id)).body.code).toBe('merge.covered');
    expect((await unmerge(b.id)).status).toBe(200);
    expect(await eventOfAd()).toBe(b.id);
    expect((await unmerge(a.id)).status).toBe(200);
    expect(await eventOfAd()).toBe(a.id);
  });

  test('is over when the kept event is deleted', async () => {
    const [a, b] = [await create(), await create({ event_name: 'B' })];
    await merge(a.id, b.id);
    await as('admin.events.delete', { id: b.id });
    expect((await unmerge(a.id)).body.code).toBe('merge.not_found');
  });
});

describe('twenty at once', () => {
  test('merge in both directions while ads are made: one outcome, and no ad loses its event', async () => {
    const [a, b] = [await create(), await create({ event_name: 'B' })];
    const owner = await makeMember(db());
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
    const left = await db().select({ id: events.id }).from(events);
    expect(left).toHaveLength(1);
    const stored = await db().select({ event_id: announcements.event_id }).from(announcements);
    expect(stored).toHaveLength(made.filter(({ status }) => status === 200).length);
    expect(stored.every(({ event_id }) => event_id === left[0]?.id)).toBe(true);
  });

  test('merge, undo and delete: every ad has the event that its merge or its undo left it', async () => {
    const [a, b] = [await create(), await create({ event_name: 'B' })];
    const ad = await makeAnnouncement(db(), { event_id: a.id });
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
    const [{ event_id } = { event_id: null }] = await db()
      .select()
      .from(announcements)
      .where(eq(announcements.id, ad.id));
    expect(event_id).toBe(isMerged ? b.id : a.id);
    expect(await db().select().from(removedEvents)).toHaveLength(isMerged ? 1 : 0);
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
    expect(await db().select().from(auditLog).where(eq(auditLog.action, 'event.distinct'))).toHaveLength(1);
    await app.sql`delete from distinct_events`;
    expect((await list()).pairs).toHaveLength(1);
    now = new Date('2028-05-21T09:00:00.000Z');
    expect((await list()).pairs).toHaveLength(1);
    now = new Date('2028-05-23T09:00:00.000Z');
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
