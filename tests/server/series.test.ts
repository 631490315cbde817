import { afterAll, beforeEach, expect, test } from 'bun:test';
import { events, raceAddresses, series } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import { backupsOf } from '#tests/support/backup.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { utf8 } from '#tests/support/event-files.ts';
import { sendImport } from '#tests/support/imports.ts';
import { pagesApp } from '#tests/support/rendered-pages.ts';

const app = await pagesApp();
const admin = await makeAdmin(app.db);
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of [events, raceAddresses, series]) await app.db.delete(table);
});

const RACE = {
  event_name: 'Vasaloppet 2027',
  event_date: '2027-03-07',
  sport_type: 'Längdskidor',
  distances: '90 km',
  ort: 'Mora',
};
const create = async (row = {}) =>
  (await app.api<AdminEvent>('POST /admin/events', { ...admin, body: { ...RACE, ...row } })).body;
const update = async (event: AdminEvent, row: object) =>
  (await app.api<AdminEvent>(`PUT /admin/events/${event.id}`, { ...admin, body: { ...RACE, ...row } })).body;
const listUrls = async () =>
  (await app.api<PublicEvent[]>('GET /events')).body.map(({ event_name, url }) => [event_name, url]);
/** The status, and where it leads or the heading of the page. */
const outcomeOf = async (path: string) => {
  const response = await fetch(`${app.url}${path}`, { redirect: 'manual' });
  const html = await response.text();
  const heading = /<h1[^>]*>(?:<s>)?([^<]*)/.exec(html)?.[1];
  return [response.status, response.headers.get('location') ?? heading ?? ''];
};

test('the years of a race share a series, and each has a page', async () => {
  const thisYear = await create();
  const lastYear = await create({ event_name: 'Vasaloppet 2026', event_date: '2026-03-01' });
  expect([thisYear.url, lastYear.url]).toEqual(['/lopp/vasaloppet/2027', '/lopp/vasaloppet/2026']);
  expect(thisYear.series_id).toBe(lastYear.series_id);
  expect(await outcomeOf('/lopp/vasaloppet/2026')).toEqual([200, 'Vasaloppet 2026']);
  // The address of the series shows the next edition.
  expect(await outcomeOf('/lopp/vasaloppet')).toEqual([200, 'Vasaloppet 2027']);
  expect(await outcomeOf('/lopp/vasaloppet/')).toEqual([200, 'Vasaloppet 2027']);
});

test('a page has the head of its race, and names the next races nearby', async () => {
  await create({ status: 'cancelled' });
  await create({ event_name: 'Stafettvasan', event_date: '2027-03-05' });
  const html = await app.fetchHtml('/lopp/vasaloppet/2027');
  expect(html).toContain('<title>Vasaloppet 2027 – ');
  expect(html).toContain('content="Inställt. Vasaloppet 2027: 7 mars 2027, Mora, Längdskidor, 90 km."');
  expect(html).toContain('<s>Vasaloppet 2027</s>');
  expect(html).toContain('Fler lopp i närheten');
  expect(html).toContain('href="/lopp/stafettvasan/2027"');
  expect(await app.fetchHtml('/lopp/stafettvasan/2027')).not.toContain('href="/lopp/vasaloppet/2027"');
});

test('a move within the year keeps the address, and a move into another year leaves a redirect', async () => {
  const event = await create();
  expect((await update(event, { event_date: '2027-03-14' })).url).toBe('/lopp/vasaloppet/2027');
  const moved = await update(event, { event_date: '2028-03-05', event_name: 'Nya Vasaloppet' });
  expect([moved.url, moved.series_id]).toEqual(['/lopp/vasaloppet/2028', event.series_id]);
  expect(await outcomeOf('/lopp/vasaloppet/2027?utm_source=x')).toEqual([
    301,
    '/lopp/vasaloppet/2028?utm_source=x',
  ]);
  expect(await outcomeOf('/lopp/vasaloppet/2028')).toEqual([200, 'Nya Vasaloppet']);
});

test('a deleted race and its series are gone, and come back when it is added again', async () => {
  const event = await create();
  await app.api(`DELETE /admin/events/${event.id}`, admin);
  expect(await outcomeOf('/lopp/vasaloppet/2027')).toEqual([410, '']);
  expect(await outcomeOf('/lopp/vasaloppet')).toEqual([410, '']);
  const again = await create();
  expect([again.url, again.series_id]).toEqual([event.url, event.series_id]);
  expect(await outcomeOf('/lopp/vasaloppet/2027')).toEqual([200, 'Vasaloppet 2027']);
});

test.each([
  '/lopp/finns-inte',
  '/lopp/finns-inte/2027',
  '/lopp/%00',
  '/lopp/vasaloppet/x',
  '/lopp/Vasaloppet',
])('%s is not found', async (path) => {
  await create();
  expect(await outcomeOf(path)).toEqual([404, '']);
});

test('imported events get their series, also in several imports at once', async () => {
  const file = (day: string) =>
    utf8([
      ['event_date', 'event_name', 'distances', 'sport_type', 'ort'],
      ...['Milen', 'Loppet'].map((name) => [day, name, '10 km', 'Löpning', 'Lund']),
    ]);
  await Promise.all(
    ['2027-05-01', '2028-05-06', '2029-05-05'].map((day) => sendImport(app.url, admin, file(day))),
  );
  expect((await listUrls()).map(([, url]) => url).sort()).toEqual(
    ['2027', '2028', '2029'].flatMap((year) => [`/lopp/loppet/${year}`, `/lopp/milen/${year}`]).sort(),
  );
});

test('events of an earlier release get their series at the start, and nothing else of them changes', async () => {
  for (let index = 0; index < 600; index++)
    await makeEvent(app.db, { event_name: `Lopp ${index % 300}`, event_date: `20${26 + (index % 2)}-05-01` });
  const before = await app.sql`select id, version, updated_at, sequence from events order by id`;
  await assignMissingSeries(app.context);
  expect(await app.sql`select id, version, updated_at, sequence from events order by id`).toEqual(before);
  const [counts] = await app.sql`select count(*)::int as events, count(distinct series_id)::int as series,
    count(distinct (series_id, edition))::int as editions from events where series_id is not null`;
  expect(counts).toEqual({ events: 600, series: 300, editions: 600 } as never);
});

test('a backup restores series and old addresses, and one of an earlier release gets new series', async () => {
  const event = await create({ event_name: 'Vasaloppet' });
  await update(event, { event_name: 'Vasaloppet', event_date: '2028-03-05' });
  const backups = backupsOf(app, admin.headers);
  const backup = await backups.export();
  for (const table of [events, raceAddresses, series]) await app.db.delete(table);
  await backups.import(backup);
  expect(await outcomeOf('/lopp/vasaloppet/2027')).toEqual([301, '/lopp/vasaloppet/2028']);
  const { collections, ...rest } = JSON.parse(backup);
  const { series: _, series_keys: __, race_addresses: ___, ...earlierCollections } = collections;
  const withoutSeries = earlierCollections.events.map(
    ({ series_id: _, edition: __, ...row }: Record<string, unknown>) => row,
  );
  await backups.import(
    JSON.stringify({ ...rest, collections: { ...earlierCollections, events: withoutSeries } }),
  );
  expect(await listUrls()).toEqual([['Vasaloppet', '/lopp/vasaloppet/2028']]);
  expect(await outcomeOf('/lopp/vasaloppet/2027')).toEqual([404, '']);
});

test('the sitemap lists the page of every race', async () => {
  await create();
  const xml = await app.fetchHtml('/sitemap.xml');
  expect(xml).toMatch(/<loc>[^<]*\/lopp\/vasaloppet\/2027<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/);
  expect(xml).not.toContain(':slug');
});
