import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, sources, watches } from '#db/schema/index.ts';
import type { Merge } from '#src/features/duplicates/merge/contract.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { sweepRemovedEvents } from '#src/features/events/deletion/service.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { openMergeWorld, START } from '#tests/support/merge-world.ts';

const { app, as, create, makePair, merge, now, referringRows, setNow, unmerge } = await openMergeWorld();

const DAY_MS = 86_400_000;
describe('undoing a merge', () => {
  test('does not bring back what was ended, moved on or hidden meanwhile', async () => {
    const { merged, kept, third, ad, hiddenAd, dropped, keptWatch, moved } = await makePair();
    await merge(merged.id, kept.id);
    await app.db.delete(watches).where(eq(watches.id, keptWatch.id));
    await app.db.delete(watches).where(eq(watches.id, moved.id));
    await app.db.update(announcements).set({ is_active: false }).where(eq(announcements.id, ad.id));
    await app.db.update(announcements).set({ event_id: third.id }).where(eq(announcements.id, hiddenAd.id));
    const later = await makeAnnouncement(app.db, { event_id: kept.id });
    await app.db.delete(sources);
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
    setNow(new Date(START.getTime() + 30 * DAY_MS + 1));
    expect((await unmerge(merged.id)).body.code).toBe('merge.too_late');
    expect((await as<Merge[]>('admin.merges.list')).body).toEqual([]);
    setNow(new Date(START.getTime() + 30 * DAY_MS));
    expect((await unmerge(merged.id)).status).toBe(200);
    expect((await unmerge(merged.id)).body.code).toBe('merge.not_found');
    await merge(merged.id, kept.id);
    setNow(new Date(START.getTime() + 61 * DAY_MS));
    await sweepRemovedEvents({ ...app.context, now: () => now() });
    expect((await unmerge(merged.id)).body.code).toBe('merge.not_found');
  });

  test('of a chain is possible from its end only', async () => {
    const [a, b, c] = [await create(), await create({ event_name: 'B' }), await create({ event_name: 'C' })];
    const ad = await makeAnnouncement(app.db, { event_id: a.id });
    await merge(a.id, b.id);
    await merge(b.id, c.id);
    const eventOfAd = async () =>
      (await app.db.select().from(announcements).where(eq(announcements.id, ad.id)))[0]?.event_id;
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
