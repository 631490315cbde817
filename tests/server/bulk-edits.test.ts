import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, auditLog, events, removedEvents, watches } from '#db/schema/index.ts';
import { DELETED_WITH_EVENT, KEPT_WITHOUT_EVENT } from '#src/features/events/deletion/store.ts';
import type { BulkResult } from '#src/features/history/bulk/contract.ts';
import type { UndoResult } from '#src/features/history/contract.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { openHistoryWorld } from '#tests/support/history-world.ts';
import { makeWatch } from '#tests/support/watches.ts';

const { app, as, create, importRows, revisionsOf, setNow, stored, update } = await openHistoryWorld();

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
      await app.db
        .select({ action: auditLog.action, details: auditLog.details })
        .from(auditLog)
        .where(eq(auditLog.action, 'event.bulk_set')),
    ).toEqual([
      { action: 'event.bulk_set', details: { event_ids: expect.arrayContaining(ids.slice(0, 2)) } },
    ]);
    expect((await undo(body.id)).body.restored).toHaveLength(2);
    expect(
      (await app.db.select({ status: events.status }).from(events)).map(({ status }) => status).sort(),
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
    await makeAnnouncement(app.db, ad);
    await makeAnnouncement(app.db, { ...ad, is_active: false });
    await makeWatch(app, { event_id: event.id });
    const before = [
      await stored(event.id),
      await app.db.select().from(announcements).orderBy(announcements.id),
      await app.db.select().from(watches),
      await revisionsOf(event.id),
    ];
    const { body } = await edit({ ids: [event.id], delete: true });
    expect([body.count, await stored(event.id)]).toEqual([1, undefined]);
    expect((await undo(body.id, { dry_run: true })).body.restored).toMatchObject([{ id: event.id }]);
    expect((await undo(body.id)).body).toMatchObject({ removed: [], restored: [{ id: event.id }], kept: [] });
    expect([
      await stored(event.id),
      await app.db.select().from(announcements).orderBy(announcements.id),
      await app.db.select().from(watches),
      await revisionsOf(event.id),
    ]).toEqual(before);
    expect(await app.db.select().from(removedEvents)).toEqual([]);
    expect((await fetch(`${app.url}${event.url}`)).status).toBe(200);
  });

  test('cannot be undone after a day, or as an import of another kind', async () => {
    const event = await create();
    const { body } = await edit({ ids: [event.id], set: { status: 'cancelled' } });
    setNow(new Date('2027-01-16T09:00:01.000Z'));
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
