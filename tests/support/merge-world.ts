import { beforeEach } from 'bun:test';
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
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { createAsAdmin } from './admin-events.ts';
import { call } from './call.ts';
import { makeAdmin, makeAnnouncement } from './content.ts';
import { appOfFile } from './of-file.ts';

export const START = new Date('2027-01-15T09:00:00.000Z');
type Answer = { code?: string };

/** An app with an admin, and what merges need. */
export async function openMergeWorld() {
  let now = START;
  const app = await appOfFile({ now: () => now });
  const admin = await makeAdmin(app.db, { username: 'vera' });
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
      await app.db.delete(table);
  });

  const as = <Body>(name: string, input: Record<string, unknown> = {}) =>
    call<Body & Answer>(app, 'rest', name, admin, input);
  const create = (more?: Record<string, unknown>) => createAsAdmin({ app, admin }, more);
  const merge = (id: string, into: string) => as<AdminEvent>('admin.merges.merge', { id, into });
  const unmerge = (id: string) => as<AdminEvent>('admin.merges.unmerge', { id });
  const stored = async (id: string) => (await app.db.select().from(events).where(eq(events.id, id)))[0];

  async function makeWatcher() {
    const [watcher] = await app.db
      .insert(watchers)
      .values({ email: `${Bun.randomUUIDv7()}@lopp.example`, last_number: 9 })
      .returning();
    if (!watcher) throw new Error('No watcher was made.');
    return watcher.id;
  }

  let numbers = 0;
  async function makeWatch(event_id: string, row: Partial<typeof watches.$inferInsert> = {}) {
    const watcher_id = row.watcher_id ?? (await makeWatcher());
    const [watch] = await app.db
      .insert(watches)
      .values({ number: ++numbers, kind: 'event', event_id, cadence: 'daily', ...row, watcher_id })
      .returning();
    if (!watch) throw new Error('No watch was made.');
    return watch;
  }

  /** Every row that refers to an event, without what merging and undoing it may change. */
  const referringRows = async () => ({
    events: await app.db.select().from(events).orderBy(events.id),
    announcements: await app.db.select().from(announcements).orderBy(announcements.id),
    watches: await app.db.select().from(watches).orderBy(watches.id),
    revisions: await app.db.select().from(eventRevisions).orderBy(eventRevisions.id),
    views: await app.db.select().from(pageViews).orderBy(pageViews.event_id, pageViews.day),
    proposals: await app.db.select().from(eventProposals).orderBy(eventProposals.id),
    items: await app.db.select().from(sourceItems).orderBy(sourceItems.key),
    changes: await app.db.select().from(sourceChanges).orderBy(sourceChanges.key),
    addresses: await app.sql`select * from race_addresses order by path`,
    distinct: await app.sql`select * from distinct_events order by 1, 2`,
  });

  /**
   * An event with rows in every table that refers to events, and one with equal rows where these may not be doubled.
   */
  async function makePair() {
    const merged = await create({ event_name: 'Vätternrundan' });
    const kept = await create({ event_name: 'Vättern-rundan' });
    const third = await create({ event_name: 'Tredje loppet' });
    const ad = await makeAnnouncement(app.db, { event_id: merged.id, distance: '315 km' });
    const hiddenAd = await makeAnnouncement(app.db, { event_id: merged.id, is_active: false });
    const both = await makeWatcher();
    const dropped = await makeWatch(merged.id, { watcher_id: both });
    const keptWatch = await makeWatch(kept.id, { watcher_id: both });
    const moved = await makeWatch(merged.id, { watcher_id: both, kind: 'market_sale' });
    await app.db.insert(pageViews).values([
      { event_id: merged.id, day: '2027-01-10', views: 3 },
      { event_id: merged.id, day: '2027-01-11', views: 5 },
      { event_id: kept.id, day: '2027-01-11', views: 2 },
    ]);
    const [organiser] = await app.db
      .insert(organisers)
      .values({
        series_id: merged.series_id ?? '',
        email: 'arr@lopp.example',
        created_by: 'vera',
        expires_at: '2028-01-01T00:00:00.000Z',
      })
      .returning();
    for (const event_id of [merged.id, kept.id])
      await app.db.insert(eventProposals).values({
        event_id,
        organiser_id: organiser?.id,
        organiser_email: 'arr@lopp.example',
        before: {},
        after: { ort: 'Orsa' },
      });
    const [source] = await app.db
      .insert(sources)
      .values({ name: 'SFIF', url: 'https://a.example/' })
      .returning();
    const source_id = source?.id ?? '';
    const at = now.toISOString();
    await app.db.insert(sourceItems).values({ source_id, key: 'a', event_id: merged.id, seen_at: at });
    await app.db
      .insert(sourceChanges)
      .values({ source_id, key: 'a', event_id: merged.id, after: { ort: 'Orsa' } });
    await as('admin.duplicates.dismiss', { id: merged.id, other_id: third.id });
    await app.db.delete(watchChanges);
    return { merged, kept, third, ad, hiddenAd, dropped, keptWatch, moved };
  }

  return {
    admin,
    app,
    as,
    create,
    makePair,
    makeWatch,
    merge,
    now: () => now,
    referringRows,
    setNow: (value: typeof now) => {
      now = value;
    },
    stored,
    unmerge,
  };
}
