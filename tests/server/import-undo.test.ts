import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { announcements, auditLog, eventBatches, events } from '#db/schema/index.ts';
import type { Batch, UndoResult } from '#src/features/history/contract.ts';
import { call } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { openHistoryWorld } from '#tests/support/history-world.ts';
import { makeWatch } from '#tests/support/watches.ts';

const { app, as, create, importRows, stored } = await openHistoryWorld();

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
      (await app.db.select().from(events).where(eq(events.event_name, name)))[0]?.id ?? '';
    await app.sql`update events set organizer = 'Rätt' where event_name in ('Redigerad', 'Gamla redigerad')`;
    // Another field than those of the import.
    await app.sql`update events set status_note = 'Obs' where event_name = 'Gamla'`;
    await makeAnnouncement(app.db, { event_id: await named('Annonserad') });
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
      await app.db
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
    const moved = await app.db.insert(eventBatches).values({ kind: 'source', name: 'Källa' }).returning();
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
    const imported = await app.db.select({ id: events.id }).from(events);
    const owner = await makeMember(app.db);
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
    const withAds = await app.db
      .select({ id: announcements.event_id })
      .from(announcements)
      .where(sql`event_id is not null`);
    expect(ads.filter(({ status }) => status === 200)).toHaveLength(withAds.length);
    expect(kept.map(({ id }) => id).sort()).toEqual(withAds.map(({ id }) => id ?? '').sort());
    expect((await app.db.select().from(events)).length).toBe(kept.length);
  });

  test('that stored nothing is no batch', async () => {
    await create();
    const { body } = await importRows(['2027-05-22,Loppet,10 km,Löpning,Mora,X']);
    expect([body.imported_count, body.import_id]).toEqual([0, null]);
    expect(await app.db.select().from(eventBatches)).toEqual([]);
  });
});
