import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { auditLog, events, raceAddresses, series } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { EventInput, type PublicEvent } from '#src/features/events/contract.ts';
import type { AdminSeries, PublicSeries, SeriesSummary } from '#src/features/events/series/contract.ts';
import { addEvents } from '#src/features/events/service.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { utf8 } from '#tests/support/event-files.ts';
import { sendImport } from '#tests/support/imports.ts';
import { pagesApp } from '#tests/support/rendered-pages.ts';

const transport = 'trpc';

const app = await pagesApp();
const admin = await makeAdmin(app.db, { username: 'vera' });
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of [events, raceAddresses, series, auditLog]) await app.db.delete(table);
});

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const create = async (event_name: string, event_date: string, ort = 'Mora') => {
  const body = { event_name, event_date, sport_type: 'Längdskidor', distances: '90 km', ort };
  return (await app.api<AdminEvent>('POST /admin/events', { ...admin, body })).body;
};
const seriesOf = (event: AdminEvent) => event.series_id ?? '';
const listEvents = async () => (await app.api<PublicEvent[]>('GET /events')).body;
const urlsOf = ({ editions }: { editions: { url: string | null }[] }) => editions.map(({ url }) => url);
/** The status, and where it leads. */
const leadsTo = async (path: string) => {
  const response = await fetch(`${app.url}${path}`, { redirect: 'manual' });
  await response.arrayBuffer();
  return [response.status, response.headers.get('location')];
};

const over = <Body>(name: string, input?: Record<string, unknown>) =>
  call<Body>(app, transport, name, admin, input);
const rename = (id: string, slug: string, name = 'Nya namnet') =>
  over<AdminSeries>('admin.series.update', { id, name, slug });
const merge = (id: string, into: string) => over<AdminSeries>('admin.series.merge', { id, into });

describe('events and series for visitors', () => {
  const visit = <Body>(name: string, input?: Record<string, unknown>) =>
    call<Body>(app, transport, name, {}, input);

  test('an event has what the list has of it, and an unknown one is not found', async () => {
    const { id } = await create('Vasaloppet', '2027-03-07');
    const { body } = await visit<PublicEvent>('public.events.get', { id });
    expect([body]).toEqual(await listEvents());
    for (const unknownId of [UNKNOWN_ID, 'x'])
      expect(outcomeOf(await visit('public.events.get', { id: unknownId }))).toEqual(
        error('event.not_found'),
      );
  });

  test('series are listed in Swedish order with their number of editions, but not without editions', async () => {
    for (const year of ['2026', '2027']) await create('Öloppet', `${year}-03-07`);
    await create('Åloppet', '2027-03-07');
    const { id } = await create('Zloppet', '2027-03-07');
    const { body } = await visit<SeriesSummary[]>('public.series.list');
    expect(body.map(({ name, url, edition_count }) => [name, url, edition_count])).toEqual([
      ['Zloppet', '/lopp/zloppet', 1],
      ['Åloppet', '/lopp/aloppet', 1],
      ['Öloppet', '/lopp/oloppet', 2],
    ]);
    await app.api(`DELETE /admin/events/${id}`, admin);
    expect((await visit<SeriesSummary[]>('public.series.list')).body.map(({ slug }) => slug)).toEqual([
      'aloppet',
      'oloppet',
    ]);
    expect(outcomeOf(await visit('public.series.get', { slug: 'zloppet' }))).toEqual(
      error('series.not_found'),
    );
  });

  test('a series has its editions, the latest first, and its old slug finds it', async () => {
    const first = await create('Vasaloppet', '2026-03-01');
    await create('Vasaloppet', '2027-03-07');
    await rename(seriesOf(first), 'vasan');
    for (const slug of ['vasaloppet', 'vasan']) {
      const { body } = await visit<PublicSeries>('public.series.get', { slug });
      expect(body).toMatchObject({
        name: 'Nya namnet',
        slug: 'vasan',
        url: '/lopp/vasan',
        edition_count: 2,
      });
      expect(body.editions).toEqual((await listEvents()).toReversed());
      expect(urlsOf(body)).toEqual(['/lopp/vasan/2027', '/lopp/vasan/2026']);
    }
    for (const slug of ['finns-inte', 'Vasan'])
      expect(outcomeOf(await visit('public.series.get', { slug }))).toEqual(error('series.not_found'));
  });
});

describe('changes of series', () => {
  test('the old addresses lead to the new ones after renames in a chain, and back to the first', async () => {
    const id = seriesOf(await create('A', '2027-03-07'));
    const names = ['a', 'b', 'c'];
    for (const slug of ['b', 'c', 'a', 'c']) {
      const { body } = await rename(id, slug);
      expect(urlsOf(body)).toEqual([`/lopp/${slug}/2027`]);
      for (const name of names.slice(0, 1 + names.indexOf(slug)).filter((other) => other !== slug)) {
        expect(await leadsTo(`/lopp/${name}`)).toEqual([301, `/lopp/${slug}`]);
        expect(await leadsTo(`/lopp/${name}/2027`)).toEqual([301, `/lopp/${slug}/2027`]);
      }
      expect(await leadsTo(`/lopp/${slug}`)).toEqual([200, null]);
      expect(await leadsTo(`/lopp/${slug}/2027`)).toEqual([200, null]);
    }
    expect(
      (await app.db.select().from(auditLog).orderBy(auditLog.created_at)).map(({ action }) => action),
    ).toEqual(['event.create', ...Array<'series.update'>(4).fill('series.update')]);
  });

  test('an address that another edition had keeps leading to that one', async () => {
    const moved = await create('A', '2027-03-07');
    const body = { ...moved, event_date: '2028-03-05' };
    await app.api(`PUT /admin/events/${moved.id}`, { ...admin, body });
    await rename(seriesOf(moved), 'b');
    await create('A', '2027-03-07');
    const { body: back } = await rename(seriesOf(moved), 'a');
    expect(urlsOf(back)).toEqual(['/lopp/a/2028', '/lopp/a/2027-2']);
    expect(await leadsTo('/lopp/a/2027')).toEqual([301, '/lopp/a/2028']);
    expect(await leadsTo('/lopp/b/2027')).toEqual([301, '/lopp/a/2027-2']);
  });

  test('a name alone can be changed, and events of the old name keep their series', async () => {
    const first = await create('A', '2027-03-07');
    expect((await rename(seriesOf(first), 'a', ' Ny ')).body).toMatchObject({ name: 'Ny', slug: 'a' });
    expect((await create('A', '2028-03-05')).series_id).toBe(first.series_id);
    expect((await listEvents()).map(({ event_name }) => event_name)).toEqual(['A', 'A']);
  });

  test('a slug of another series, now or before, is refused, and one of a deleted series is not', async () => {
    const [a, b] = [await create('A', '2027-03-07'), await create('B', '2027-03-07')];
    await rename(seriesOf(b), 'c');
    for (const slug of ['b', 'c'])
      expect(outcomeOf(await rename(seriesOf(a), slug))).toEqual(error('series.slug_taken'));
    for (const table of [events, series]) await app.db.delete(table);
    const again = await create('A', '2027-03-07');
    expect((await rename(seriesOf(again), 'c')).status).toBe(200);
    expect(await leadsTo('/lopp/c/2027')).toEqual([200, null]);
  });

  test.each([
    [{ name: ' ' }, 'series.required'],
    [{ slug: '' }, 'series.required'],
    [{ slug: 'Vasa loppet' }, 'series.slug'],
    [{ slug: 'a--b' }, 'series.slug'],
    [{ slug: 'a/b' }, 'series.slug'],
    [{ slug: 'a'.repeat(101) }, 'series.slug'],
    [{ id: UNKNOWN_ID }, 'series.not_found'],
  ] as const)('%j is refused with %s', async (part, code) => {
    const id = seriesOf(await create('A', '2027-03-07'));
    const input = { id, name: 'A', slug: 'b', ...part };
    expect(outcomeOf(await over('admin.series.update', input))).toEqual(error(code));
    expect((await listEvents()).map(({ url }) => url)).toEqual(['/lopp/a/2027']);
  });

  test('a merge moves editions, addresses and keys, and numbers the second edition of a year', async () => {
    const old = await create('Vasan', '2027-03-07');
    await create('Vasan', '2026-03-01');
    await rename(seriesOf(old), 'gamla-vasan', 'Vasan');
    const kept = await create('Vasaloppet', '2027-03-07');
    const versions = await app.sql`select id, version, updated_at, sequence from events order by id`;
    const { status, body } = await merge(seriesOf(old), seriesOf(kept));
    expect([status, body.id, body.edition_count]).toEqual([200, seriesOf(kept), 3]);
    expect(await app.sql`select id, version, updated_at, sequence from events order by id`).toEqual(versions);
    expect(urlsOf(body).sort()).toEqual(
      ['2026', '2027', '2027-2'].map((edition) => `/lopp/vasaloppet/${edition}`),
    );
    for (const slug of ['vasan', 'gamla-vasan']) {
      expect(await leadsTo(`/lopp/${slug}`)).toEqual([301, '/lopp/vasaloppet']);
      expect(await leadsTo(`/lopp/${slug}/2027`)).toEqual([301, '/lopp/vasaloppet/2027-2']);
      expect(await leadsTo(`/lopp/${slug}/2026`)).toEqual([301, '/lopp/vasaloppet/2026']);
    }
    expect((await app.db.select().from(series)).map(({ slug }) => slug)).toEqual(['vasaloppet']);
    expect((await create('Vasan 2028', '2028-03-05')).url).toBe('/lopp/vasaloppet/2028');
    expect(
      (await app.db.select().from(auditLog)).find(({ action }) => action === 'series.merge'),
    ).toMatchObject({
      admin: 'vera',
      record_id: seriesOf(kept),
      record_name: 'Vasan till Vasaloppet',
    });
    // The surviving series can take the old slug.
    expect((await rename(seriesOf(kept), 'vasan')).status).toBe(200);
    expect(await leadsTo('/lopp/gamla-vasan/2026')).toEqual([301, '/lopp/vasan/2026']);
  });

  test('a merge into itself, or of or into an unknown series, is refused', async () => {
    const id = seriesOf(await create('A', '2027-03-07'));
    expect(outcomeOf(await merge(id, id.toUpperCase()))).toEqual(error('series.merged_into_itself'));
    for (const [from, into] of [
      [id, UNKNOWN_ID],
      [UNKNOWN_ID, id],
      [id, 'x'],
    ] as const)
      expect(outcomeOf(await merge(from, into))).toEqual(error('series.not_found'));
    expect(await leadsTo('/lopp/a/2027')).toEqual([200, null]);
  });
});

test('a merge, an import of the same names and a move into another year at once leave each event one address', async () => {
  const file = (year: number) =>
    utf8([
      ['event_date', 'event_name', 'distances', 'sport_type', 'ort'],
      // The first event exists and is updated.
      ['2027-03-07', 'Vasan', '45 km', 'Längdskidor', 'Mora'],
      [`${year}-03-07`, 'Vasan', '90 km', 'Längdskidor', 'Mora'],
      [`${year}-03-07`, 'Vasaloppet', '90 km', 'Längdskidor', 'Mora'],
    ]);
  for (let round = 0; round < 6; round++) {
    for (const table of [events, raceAddresses, series]) await app.db.delete(table);
    const old = await create('Vasan', '2027-03-07');
    const moved = await create('Vasan', '2026-03-07');
    const kept = await create('Vasaloppet', '2027-03-07');
    const responses = await Promise.all([
      sendImport(app.url, admin, file(2028), { query: '?update=true' }),
      app.api(`POST /admin/series/${seriesOf(old)}/merge`, { ...admin, body: { into: seriesOf(kept) } }),
      app.api(`PUT /admin/events/${moved.id}`, { ...admin, body: { ...moved, event_date: '2029-03-07' } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await listEvents()).map(({ event_name, url }) => [event_name, url?.replace(/-\d$/, '')])).toEqual(
      [
        ['Vasaloppet', '/lopp/vasaloppet/2027'],
        ['Vasan', '/lopp/vasaloppet/2027'],
        ['Vasaloppet', '/lopp/vasaloppet/2028'],
        ['Vasan', '/lopp/vasaloppet/2028'],
        ['Vasan', '/lopp/vasaloppet/2029'],
      ],
    );
    expect(new Set((await listEvents()).map(({ url }) => url)).size).toBe(5);
  }
});

test('a merge waits for a transaction that adds an edition, and moves that one too', async () => {
  const old = await create('Vasan', '2027-03-07');
  const kept = await create('Vasaloppet', '2027-03-07');
  const added = v.parse(EventInput, {
    event_name: 'Vasan',
    event_date: '2028-03-05',
    sport_type: 'Längdskidor',
    distances: '90 km',
    ort: 'Mora',
  });
  let merging: Promise<unknown> | undefined;
  await app.db.transaction(async (tx) => {
    await addEvents(tx, [added]);
    merging = app.api(`POST /admin/series/${seriesOf(old)}/merge`, {
      ...admin,
      body: { into: seriesOf(kept) },
    });
    while ((await app.sql`select from pg_locks where not granted`).length === 0) await Bun.sleep(2);
  });
  await merging;
  expect((await listEvents()).map(({ url }) => url).sort()).toEqual(
    ['2027', '2027-2', '2028'].map((edition) => `/lopp/vasaloppet/${edition}`),
  );
});

test('a backup after a merge restores the redirects, and exports the same again', async () => {
  const old = await create('Vasan', '2027-03-07');
  const kept = await create('Vasaloppet', '2027-03-07');
  await app.api(`POST /admin/series/${seriesOf(old)}/merge`, { ...admin, body: { into: seriesOf(kept) } });
  const backups = backupsOf(app, admin.headers);
  const backup = await backups.export();
  for (const table of [events, raceAddresses, series]) await app.db.delete(table);
  await backups.import(backup);
  expect(await leadsTo('/lopp/vasan/2027')).toEqual([301, '/lopp/vasaloppet/2027-2']);
  expect(await leadsTo('/lopp/vasan')).toEqual([301, '/lopp/vasaloppet']);
  const { created_at: _, ...restored } = JSON.parse(await backups.export());
  const { created_at: __, ...original } = JSON.parse(backup);
  expect(restored).toEqual(original);
});
