import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  announcements,
  auditLog,
  eventBatches,
  events,
  removedEvents,
  series,
  watchers,
  watches,
} from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { DELETED_WITH_EVENT, KEPT_WITHOUT_EVENT } from '#src/features/events/deletion/store.ts';
import type { BulkResult } from '#src/features/history/bulk/contract.ts';
import type { Batch, Revision, UndoResult } from '#src/features/history/contract.ts';
import { createAsAdmin, updateAsAdmin } from '#tests/support/admin-events.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { sendImport } from '#tests/support/imports.ts';
import { testApp } from '#tests/support/transports.ts';
import { makeWatch } from '#tests/support/watches.ts';

let now = new Date('2027-01-15T09:00:00.000Z');
const db = () => app.context.database.db;
const app = await testApp({ now: () => now });
const admin = await makeAdmin(db(), { username: 'vera' });
afterAll(() => app.stop());
beforeEach(async () => {
  now = new Date('2027-01-15T09:00:00.000Z');
  for (const table of [announcements, watchers, removedEvents, events, eventBatches, series, auditLog])
    await db().delete(table);
});

const as = <Body>(name: string, input: Record<string, unknown> = {}) =>
  call<Body>(app, 'rest', name, admin, input);
const revisionsOf = async (id: string) => (await as<Revision[]>('admin.revisions.list', { id })).body;
const create = (more?: Record<string, unknown>) => createAsAdmin({ app, admin }, more);
const update = (event: AdminEvent, changes: Record<string, unknown>) =>
  updateAsAdmin({ app, admin }, event, changes);
const stored = async (id: string) => (await db().select().from(events).where(eq(events.id, id)))[0];

const CSV = (rows: string[]) =>
  new TextEncoder().encode(`event_date,event_name,distances,sport_type,ort,organizer\n${rows.join('\n')}`);
const importRows = async (rows: string[], query = '') =>
  await sendImport(app.url, admin, CSV(rows), { query });

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
    const { id } = await makeEvent(db());
    await app.sql`update events set organizer = 'Direkt' where id = ${id}`;
    expect(await revisionsOf(id)).toMatchObject([
      { actor_kind: 'system', actor: null, after: { organizer: 'Direkt' } },
      { actor_kind: 'system', before: null },
    ]);
  });

  test('does not mix up the actors of concurrent transactions', async () => {
    const other = await makeAdmin(db(), { username: 'olle' });
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
    const { id: adId } = await makeAnnouncement(db(), { event_id: event.id });
    const change = (await revisionsOf(event.id))[0];
    const { body } = await as<AdminEvent>('admin.revisions.restore', {
      id: event.id,
      revision_id: change?.id,
    });
    expect([body.status, body.url]).toEqual(['cancelled', event.url]);
    const [ad] = await db().select().from(announcements).where(eq(announcements.id, adId));
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

describe('an import', () => {
  test('is undone: new events are removed, changed ones restored, and edited, advertised and watched ones kept', async () => {
    const old = await create({ event_name: 'Gamla', organizer: 'Före' });
    const oldEdited = await create({ event_name: 'Gamla redigerad', organizer: 'Före' });
    const { body } = await importRows(
      [
        '2027-05-22,Gamla,10 km,Löpning,Mora,Fel',
        '2027-05-22,Gamla redigerad,10 km,Löpning,Mora,Fel',
        ...['Ny', 'Redigerad', 'Annonserad', 'Bevakad'].map(
          (name) => `2027-06-01,${name},10 km,Löpning,Mora,Fel`,
        ),
      ],
      '?update=true',
    );
    expect([body.imported_count, body.updated_count]).toEqual([6, 2]);
    const id = body.import_id ?? '';
    const named = async (name: string) =>
      (await db().select().from(events).where(eq(events.event_name, name)))[0]?.id ?? '';
    await app.sql`update events set organizer = 'Rätt' where event_name in ('Redigerad', 'Gamla redigerad')`;
    // Another field than those of the import.
    await app.sql`update events set status_note = 'Obs' where event_name = 'Gamla'`;
    await makeAnnouncement(db(), { event_id: await named('Annonserad') });
    await makeWatch(app, { event_id: await named('Bevakad') });

    expect((await as<Batch[]>('admin.imports.list')).body).toMatchObject([
      { id, kind: 'import', made_by: 'vera', added: 4, changed: 2, removed: 0, can_undo: true },
    ]);
    const preview = await as<UndoResult>('admin.imports.undo', { id, dry_run: true });
    const result = await as<UndoResult>('admin.imports.undo', { id });
    expect(result.body).toEqual(preview.body);
    const names = (list: { event_name: string; reason?: string }[]) =>
      list.map(({ event_name, reason }) => [event_name, reason].filter(Boolean).join(': ')).sort();
    expect(names(result.body.removed)).toEqual(['Ny']);
    expect(names(result.body.restored)).toEqual(['Gamla']);
    expect(names(result.body.kept)).toEqual([
      'Annonserad: ads',
      'Bevakad: watched',
      'Gamla redigerad: edited',
      'Redigerad: edited',
    ]);
    expect(await stored(old.id)).toMatchObject({ organizer: 'Före', status_note: 'Obs' });
    expect(await stored(oldEdited.id)).toMatchObject({ organizer: 'Rätt' });
    expect((await as<{ code: string }>('admin.imports.undo', { id })).body.code).toBe('batch.undone');
    expect(
      await db()
        .select({ action: auditLog.action, details: auditLog.details })
        .from(auditLog)
        .where(eq(auditLog.action, 'event.import_undo')),
    ).toEqual([
      {
        action: 'event.import_undo',
        details: { event_ids: [...result.body.removed, ...result.body.restored].map((event) => event.id) },
      },
    ]);
  });

  test('is undone although an edit was made and taken back', async () => {
    const { body } = await importRows(['2027-06-01,Ny,10 km,Löpning,Mora,X']);
    await app.sql`update events set organizer = 'Fel', status_note = 'Obs'`;
    await app.sql`update events set organizer = 'X', status_note = null`;
    expect((await as<UndoResult>('admin.imports.undo', { id: body.import_id })).body.removed).toHaveLength(1);
  });

  test('is kept where only a date that belongs to a changed one was edited', async () => {
    const event = await create({ event_end_date: '2027-05-23' });
    const moved = await db().insert(eventBatches).values({ kind: 'source', name: 'Källa' }).returning();
    await app.sql.begin(async (tx) => {
      await tx`select set_config('loppkalendern.batch', ${moved[0]?.id ?? ''}, true)`;
      await tx`update events set event_date = '2027-05-21'`;
    });
    await app.sql`update events set event_end_date = '2027-05-21'`;
    const { body } = await as<UndoResult>('admin.imports.undo', { id: moved[0]?.id });
    expect(body.kept).toMatchObject([{ id: event.id, reason: 'edited' }]);
  });

  test('is undone once by twenty admins at once, while ads are made', async () => {
    const { body } = await importRows(
      Array.from({ length: 20 }, (_, index) => `2027-06-01,Lopp ${index},10 km,Löpning,Mora,X`),
    );
    const imported = await db().select({ id: events.id }).from(events);
    const owner = await makeMember(db());
    const makeAds = imported.slice(0, 10).map(({ id }) =>
      call(app, 'rest', 'marketplace.announcements.create', owner, {
        announcement_type: 'sale',
        event_id: id,
        distance: '10 km',
        price: 100,
      }),
    );
    const undos = Array.from({ length: 20 }, () =>
      as<UndoResult>('admin.imports.undo', { id: body.import_id }),
    );
    const [results, ads] = await Promise.all([Promise.all(undos), Promise.all(makeAds)]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const kept = results.find(({ status }) => status === 200)?.body.kept ?? [];
    const withAds = await db()
      .select({ id: announcements.event_id })
      .from(announcements)
      .where(sql`event_id is not null`);
    expect(ads.filter(({ status }) => status === 200)).toHaveLength(withAds.length);
    expect(kept.map(({ id }) => id).sort()).toEqual(withAds.map(({ id }) => id ?? '').sort());
    expect((await db().select().from(events)).length).toBe(kept.length);
  });

  test('that stored nothing is no batch', async () => {
    await create();
    const { body } = await importRows(['2027-05-22,Loppet,10 km,Löpning,Mora,X']);
    expect([body.imported_count, body.import_id]).toEqual([0, null]);
    expect(await db().select().from(eventBatches)).toEqual([]);
  });
});

describe('a bulk edit', () => {
  const edit = (input: Record<string, unknown>) =>
    as<BulkResult & { code?: string }>('admin.bulk.edit', input);
  const undo = (id: string | null, more = {}) =>
    as<UndoResult & { code: string }>('admin.bulk.undo', { id, ...more });

  test('changes all events, has one audit entry, and is undone within a day', async () => {
    const made = [
      await create({ event_name: 'A' }),
      await create({ event_name: 'B' }),
      await create({ event_name: 'C', status: 'cancelled' }),
    ];
    const ids = made.map(({ id }) => id);
    const { body: preview } = await edit({ ids, set: { status: 'cancelled' }, dry_run: true });
    expect(preview).toEqual({ id: null, count: 2 });
    const { body } = await edit({ ids, set: { status: 'cancelled' } });
    expect(body).toEqual({ id: expect.any(String), count: 2 });
    expect(
      await db()
        .select({ action: auditLog.action, details: auditLog.details })
        .from(auditLog)
        .where(eq(auditLog.action, 'event.bulk_set')),
    ).toEqual([
      { action: 'event.bulk_set', details: { event_ids: expect.arrayContaining(ids.slice(0, 2)) } },
    ]);
    expect((await undo(body.id)).body.restored).toHaveLength(2);
    expect(
      (await db().select({ status: events.status }).from(events)).map(({ status }) => status).sort(),
    ).toEqual(['cancelled', 'scheduled', 'scheduled']);
  });

  test('takes 20,000 ids as one text, because a body may have only some thousand values', async () => {
    await app.sql`insert into events (id, event_name, event_date, sport_type, distances)
      select gen_random_uuid(), 'Lopp ' || n, '2027-05-22', 'OCR', '{5 km}' from generate_series(1, 20000) n`;
    const all = (await app.sql<{ id: string }[]>`select id from events`).map(({ id }) => id);
    const preview = await edit({ ids: all, set: { landskap: 'Dalarna' }, dry_run: true });
    expect(preview).toMatchObject({ status: 200, body: { id: null, count: 20_000 } });
    const tooMany = [...all, Bun.randomUUIDv7()];
    expect((await edit({ ids: tooMany, delete: true })).body.code).toBe('event.too_many');
    await app.sql`truncate events cascade`;
  });

  test('sets landskap, sport, stamp and series', async () => {
    const event = await create({ landskap: 'Dalarna' });
    const other = await create({ event_name: 'Rundan' });
    const set = {
      landskap: 'Skåne',
      sport_type: 'Löpning trail',
      banner_text: 'Nytt',
      banner_start_date: '2027-01-01T00:00',
      banner_end_date: '2027-02-01T00:00',
      series_id: other.series_id,
    };
    expect((await edit({ ids: [event.id], set })).body).toEqual({ id: expect.any(String), count: 1 });
    expect(await stored(event.id)).toMatchObject({
      landskap: 'Skåne',
      sport_type: 'Löpning trail',
      banner_text: 'Nytt',
      series_id: other.series_id,
      edition: '2027-2',
    });
    // The same again, with other spellings of the instants.
    expect((await edit({ ids: [event.id], set })).body).toEqual({ id: null, count: 0 });
  });

  test('refuses all for an unknown id, a conflict or an unknown series', async () => {
    const event = await create({ sport_type: 'Triathlon', distances: 'Sprint' });
    const unknown = Bun.randomUUIDv7();
    const codes = [
      { ids: [event.id, unknown], set: { status: 'cancelled' } },
      { ids: [event.id, unknown], delete: true },
      { ids: [event.id], set: { sport_type: 'Löpning' } },
      { ids: [event.id], set: { series_id: unknown } },
      { ids: [event.id], set: {} },
      { ids: [event.id], set: { status: 'cancelled' }, delete: true },
      { ids: [], delete: true },
    ];
    const answers = [];
    for (const input of codes) answers.push((await edit(input)).body.code);
    expect(answers).toEqual([
      'event.not_found',
      'event.not_found',
      'event.distance',
      'series.not_found',
      'request.invalid',
      'request.invalid',
      'request.invalid',
    ]);
    expect(await revisionsOf(event.id)).toHaveLength(1);
  });

  test('deletes, and the undo gives back the events with their ids, ads, watches, history and addresses', async () => {
    const event = await create({ organizer: 'IFK' });
    await update(event, { organizer: 'SK' });
    const ad = { event_id: event.id, event_name: 'Loppet', event_date: '2027-05-22' };
    await makeAnnouncement(db(), ad);
    await makeAnnouncement(db(), { ...ad, is_active: false });
    await makeWatch(app, { event_id: event.id });
    const before = [
      await stored(event.id),
      await db().select().from(announcements).orderBy(announcements.id),
      await db().select().from(watches),
      await revisionsOf(event.id),
    ];
    const { body } = await edit({ ids: [event.id], delete: true });
    expect([body.count, await stored(event.id)]).toEqual([1, undefined]);
    expect((await undo(body.id, { dry_run: true })).body.restored).toMatchObject([{ id: event.id }]);
    expect((await undo(body.id)).body).toMatchObject({ removed: [], restored: [{ id: event.id }], kept: [] });
    expect([
      await stored(event.id),
      await db().select().from(announcements).orderBy(announcements.id),
      await db().select().from(watches),
      await revisionsOf(event.id),
    ]).toEqual(before);
    expect(await db().select().from(removedEvents)).toEqual([]);
    expect((await fetch(`${app.url}${event.url}`)).status).toBe(200);
  });

  test('cannot be undone after a day, or as an import of another kind', async () => {
    const event = await create();
    const { body } = await edit({ ids: [event.id], set: { status: 'cancelled' } });
    now = new Date('2027-01-16T09:00:01.000Z');
    expect((await undo(body.id)).body.code).toBe('batch.too_late');
    const { body: imported } = await importRows(['2027-06-01,Ny,10 km,Löpning,Mora,X']);
    expect((await undo(imported.import_id)).body.code).toBe('batch.not_found');
  });

  test('saves every table that refers to events', async () => {
    const rows = await app.sql<{ reference: string }[]>`
      select c.conrelid::regclass || '.' || a.attname as reference from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.confrelid = 'events'::regclass and c.contype = 'f' order by 1`;
    expect(rows.map(({ reference }) => reference)).toEqual(
      [
        ...DELETED_WITH_EVENT.map(({ table, column }) => `${table}.${column}`),
        ...KEPT_WITHOUT_EVENT.map(({ table }) => `${table}.event_id`),
      ].sort(),
    );
  });
});
