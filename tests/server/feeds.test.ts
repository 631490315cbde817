import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq, inArray, like } from 'drizzle-orm';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import ICAL from 'ical.js';
import nodeIcal, { type VEvent } from 'node-ical';
import * as v from 'valibot';
import type { InitialCalendar } from '#client/features/events/list/initial-calendar.ts';
import { events } from '#db/schema/index.ts';
import { addDemoCalendar } from '#src/features/demo/service.ts';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { assignMissingSeries, moveToSeries } from '#src/features/events/series/service.ts';
import { addDaysTo } from '#src/shared/dates.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import { makeEvent } from '#tests/support/content.ts';
import { dataIn, pagesApp } from '#tests/support/rendered-pages.ts';
import { fakeStopwatch } from '#tests/support/stopwatch.ts';

const TODAY = '2027-01-15';

/** Longer than a line of 75 octets, with å on every possible boundary. */
const FOLDED = `x${'å'.repeat(90)}`;
const HOSTILE_NAMES = [
  'Rad ett\r\nBEGIN:VEVENT\r\nrad två',
  'Ring\u0007klockan',
  '🏃‍♀️ Loppet 🇸🇪, med; tecken\\ och <b>&amp;</b>',
  FOLDED,
  ']]></title>\u2028ny rad\uFFFF',
];

const { times, stopwatch } = fakeStopwatch();
const app = await pagesApp({ stopwatch });
await addDemoCalendar(app.db, new Date(`${TODAY}T10:00:00Z`));
for (const [index, event_name] of HOSTILE_NAMES.entries())
  await makeEvent(app.db, {
    event_name,
    event_date: `2027-02-0${index + 1}`,
    status: (['scheduled', 'cancelled', 'postponed'] as const)[index % 3],
    status_note: 'Rad ett\nrad\u0007 två',
    organizer: 'IF \u0007 Klubben',
  });
await makeEvent(app.db, { event_name: 'Nyss', event_date: addDaysTo(TODAY, -30) });
await makeEvent(app.db, { event_name: 'Länge sedan', event_date: addDaysTo(TODAY, -31) });
await makeEvent(app.db, { event_name: 'Oändligt', event_date: '2027-03-01', event_end_date: '9999-12-31' });
await assignMissingSeries(app.context);
afterAll(() => app.stop());

const SELECTIONS = [
  '',
  'date=upcoming',
  'date=past',
  'date=all',
  ...['Löpning', 'Simning', 'Triathlon', 'OCR', 'Swimrun', 'Löpning trail', 'Cykel MTB', 'Längdskidor'].map(
    (sport) => `date=upcoming&sport=${sport}`,
  ),
  ...['Skåne', 'Dalarna', 'Uppland', 'Västergötland', 'Småland', 'Gotland'].map(
    (landskap) => `date=all&landskap=${landskap}`,
  ),
  'date=upcoming&sport=Löpning&landskap=Skåne',
  'date=all&sport=Simning&landskap=Dalarna',
  'date=upcoming&registration=open',
  'date=upcoming&registration=open&sport=Löpning',
  'date=all&distance=10 km',
  'date=all&distance=10 km&distance=21,1 km',
  'date=all&distance=0,1 - 10 km&sport=Löpning',
  'date=all&distance_min=21&distance_max=43',
  'date=upcoming&distance_min=100',
  'date=all&q=vasa',
  'date=all&q=vasalopet',
  'date=all&q=finns inte alls',
  'date=all&q=maraton göteborg',
  'date=upcoming&q=10km',
  'from=2027-05-01&to=2027-08-31',
  'from=2027-06-01',
  'to=2027-02-28',
  'date=past&from=2026-01-01',
  'date=upcoming&from=2026-01-01&to=2027-06-30',
  'from=2027-06-01&to=2027-06-30&sport=Löpning&landskap=Västergötland',
  'date=all&sport=Curling',
  'date=all&near=59.33,18.07&within=50',
  'date=all&near=Mora&within=100',
  'date=all&near=mig',
];

/** Each call is in a second of its own, because few selections are written in one. */
async function fetchText(path: string, query = ''): Promise<string> {
  app.setNow(new Date(Date.parse(`${TODAY}T09:00:00Z`) + ++calls * 1000).toISOString());
  const response = await app.get(withQuery(path, query));
  expect([path, query, response.status]).toEqual([path, query, 200]);
  return response.text();
}
let calls = 0;
const withQuery = (path: string, query: string) => (query ? `${path}?${encodeURI(query)}` : path);
const sorted = (ids: Iterable<string>) => [...ids].sort();

const listEvents = async (): Promise<PublicEvent[]> => JSON.parse(await fetchText('/api/events'));

const byIcalJs = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
const byNodeIcal = (text: string) =>
  Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT');
const idOfUid = (uid: string) => uid.replace(/@localhost$/, '');
const idOfUrn = (urn = '') => urn.replace(/^urn:uuid:/, '');

/** https://www.jsonfeed.org/version/1.1/: the required fields, and the types of those that are used. */
const url = v.pipe(v.string(), v.url());
const JsonFeed = v.strictObject({
  version: v.literal('https://jsonfeed.org/version/1.1'),
  title: v.string(),
  home_page_url: url,
  feed_url: url,
  language: v.string(),
  authors: v.array(v.strictObject({ name: v.string(), url })),
  items: v.array(
    v.strictObject({
      id: v.pipe(v.string(), v.nonEmpty()),
      url,
      title: v.string(),
      content_text: v.string(),
      date_modified: v.pipe(v.string(), v.isoTimestamp()),
      tags: v.array(v.string()),
      // Extensions begin with an underscore.
      _race: v.record(v.string(), v.unknown()),
    }),
  ),
});

for (const zone of ['UTC', 'Pacific/Auckland'])
  describe(`with TZ=${zone}`, () => {
    const before = process.env.TZ;
    beforeAll(() => {
      process.env.TZ = zone;
      expect(new Date('2027-06-01T00:00:00Z').getHours()).toBe(zone === 'UTC' ? 0 : 12);
    });
    afterAll(() => {
      process.env.TZ = before;
    });

    test.each(SELECTIONS)('each feed of “%s” has the same races as the home page', async (query) => {
      const ics = await fetchText('/lopp.ics', query);
      const ids = sorted(byIcalJs(ics).map(({ uid }) => idOfUid(uid)));
      expect(sorted(byNodeIcal(ics).map((one) => idOfUid(String(one?.uid))))).toEqual(ids);
      const atom = parseAtomFeed(await fetchText('/lopp.atom', query));
      expect(sorted(atom.entries?.map(({ id }) => idOfUrn(id)) ?? [])).toEqual(ids);
      const json = await fetchText('/lopp.json', query);
      expect(sorted(parseJsonFeed(json).items?.map(({ id }) => idOfUrn(id)) ?? [])).toEqual(ids);
      v.parse(JsonFeed, JSON.parse(json));

      if (query.includes('near=')) return;
      const homeQuery = query || `date=all&from=${addDaysTo(TODAY, -30)}`;
      const home = dataIn<InitialCalendar>(await fetchText('/', homeQuery), 'initial-calendar');
      expect(ids).toHaveLength(home?.shown ?? -1);
      const first = home?.sections.flatMap((section) => section.events.map(({ id }) => id)) ?? [];
      expect(ids).toEqual(expect.arrayContaining(first));
    });

    test('a calendar has every race on its own days, whatever its text', async () => {
      const ics = await fetchText('/lopp.ics', 'date=all');
      const [ours, theirs] = [byIcalJs(ics), byNodeIcal(ics)];
      for (const event of await listEvents()) {
        const read = ours.find(({ uid }) => idOfUid(uid) === event.id);
        const name = event.event_name.replace(/[\p{Cc}\u2028]+/gu, ' ').replaceAll('\uFFFF', '');
        expect(read?.summary).toBe(`${event.status === 'cancelled' ? 'INSTÄLLT: ' : ''}${name}`);
        expect(read?.startDate.isDate).toBe(true);
        expect(read?.startDate.toString()).toBe(event.event_date);
        const lastDay = event.event_end_date ?? event.event_date;
        expect(read?.endDate.toString()).toBe(lastDay < '9999' ? addDaysTo(lastDay, 1) : lastDay);
        expect(read?.sequence).toBe(event.sequence);
        const status = { scheduled: 'CONFIRMED', cancelled: 'CANCELLED', postponed: 'TENTATIVE' };
        expect(read?.component.getFirstPropertyValue('status')).toBe(status[event.status]);
        expect(read?.component.getFirstPropertyValue('url')).toBe(`http://localhost:3000${event.url}`);
        for (const property of ['dtstamp', 'last-modified'])
          expect(Date.parse(String(read?.component.getFirstPropertyValue(property)))).toBe(
            Math.floor(Date.parse(event.updated_at) / 1000) * 1000,
          );
        const other = theirs.find((one) => idOfUid(String(one?.uid)) === event.id) as VEvent;
        expect(other.summary).toBe(read?.summary as never);
        const [year, month, day] = [
          other.start.getFullYear(),
          other.start.getMonth() + 1,
          other.start.getDate(),
        ];
        expect([year, month, day]).toEqual(event.event_date.split('-').map(Number));
      }
    });
  });

describe('a feed', () => {
  test('has the races near a place, which the browser finds for the home page', async () => {
    const mora = { latitude: 61.007, longitude: 14.543 };
    const located: LocatedEvent[] = JSON.parse(await fetchText('/api/events/coordinates'));
    const near = located.filter((event) => kilometresBetween(mora, event) <= 100).map(({ id }) => id);
    expect(near.length).toBeGreaterThan(1);
    for (const place of ['Mora', '61.007,14.543']) {
      const ids = byIcalJs(await fetchText('/lopp.ics', `date=all&near=${place}&within=100`));
      expect(sorted(ids.map(({ uid }) => idOfUid(uid)))).toEqual(sorted(near));
    }
    const all = byIcalJs(await fetchText('/lopp.ics', 'date=all&near=mig'));
    expect(all).toHaveLength((await listEvents()).length);
  });

  test('has at most 75 octets in a line of a calendar, and no control characters', async () => {
    const ics = await fetchText('/lopp.ics', 'date=all');
    expect(ics.includes(FOLDED)).toBe(false);
    for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    for (const path of ['/lopp.ics', '/lopp.atom', '/lopp.json'])
      expect((await fetchText(path, 'date=all')).replace(/[\r\n\t]/g, '')).not.toMatch(/[\p{Cc}\uFFFF]/u);
  });

  test('is whole if it has more races than are written at once', async () => {
    const rows = Array.from({ length: 450 }, (_, index) => ({
      event_name: `BEGIN:VEVENT <entry> ${index}`,
      event_date: '2027-09-01',
      sport_type: 'Löpning',
      distances: ['10 km'],
    }));
    await app.db.insert(events).values(rows);
    const query = 'q=BEGIN:VEVENT';
    expect(byIcalJs(await fetchText('/lopp.ics', query))).toHaveLength(451);
    expect(parseAtomFeed(await fetchText('/lopp.atom', query)).entries).toHaveLength(451);
    expect(parseJsonFeed(await fetchText('/lopp.json', query)).items).toHaveLength(451);
    await app.db.delete(events).where(like(events.event_name, 'BEGIN:VEVENT%'));
  });

  test('ignores and does not name a place that the server does not know', async () => {
    for (const near of ['mig', 'Finnsinte']) {
      const { title, links } = parseAtomFeed(await fetchText('/lopp.atom', `near=${near}`));
      expect([title?.value, links?.[0]?.href]).toEqual(['Loppkalendern', 'http://localhost:3000/lopp.atom']);
    }
  });

  test('names its selection, and asks to be fetched twice a day', async () => {
    const ics = await fetchText('/lopp.ics', 'sport=Simning&landskap=Dalarna');
    for (const line of [
      'X-WR-CALNAME:Loppkalendern: Simning i Dalarna',
      'NAME:Loppkalendern: Simning i Dalarna',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
    ])
      expect(ics.split('\r\n')).toContain(line);
    expect(parseAtomFeed(await fetchText('/lopp.atom', 'q=vasa')).title?.value).toBe(
      'Loppkalendern: Lopp, ”vasa”',
    );
  });

  test('has the place of a race, and its position only if it is exact', async () => {
    const exact = await makeEvent(app.db, {
      event_name: 'Exakt',
      address: 'Torget 1',
      ort: 'Mora',
      landskap: 'Dalarna',
      latitude: 61.004,
      longitude: 14.543,
      place_source: 'gazetteer',
    });
    const approximate = await makeEvent(app.db, {
      event_name: 'Ungefär',
      latitude: 61.5,
      longitude: 14.5,
      place_source: 'landskap',
    });
    const read = byIcalJs(await fetchText('/lopp.ics', 'date=all'));
    const find = (id: string) => read.find(({ uid }) => idOfUid(uid) === id);
    expect(find(exact.id)?.location).toBe('Torget 1, Mora, Dalarna');
    expect(String(find(exact.id)?.component.getFirstPropertyValue('geo'))).toBe('61.004,14.543');
    expect(find(approximate.id)?.component.hasProperty('geo')).toBe(false);
    expect(find(approximate.id)?.component.getFirstPropertyValue('categories')).toBe('Löpning');
    await app.db.delete(events).where(inArray(events.id, [exact.id, approximate.id]));
  });

  test.each(['/lopp.ics', '/lopp.atom', '/lopp.json'])(
    '%s is 304 since its date, and 200 again as soon as a race was added or deleted',
    async (path) => {
      const fetchSince = (since: string, more = {}) =>
        app.get(`${path}?sport=Simning`, { 'if-modified-since': since, ...more });
      const dateOf = ({ headers }: Response) => headers.get('last-modified') ?? '';
      const first = dateOf(await app.get(`${path}?sport=Simning`));
      expect((await fetchSince(first)).status).toBe(304);
      expect((await fetchSince(new Date(Date.parse(first) - 1000).toUTCString())).status).toBe(200);
      expect((await fetchSince('igår')).status).toBe(200);
      // An ETag decides alone (RFC 9110, 13.1.3).
      expect((await fetchSince(first, { 'if-none-match': '"other"' })).status).toBe(200);
      // All in one second of the clock.
      const { id } = await makeEvent(app.db, { sport_type: 'Simning', event_date: '2027-04-01' });
      const added = await fetchSince(first);
      expect(added.status).toBe(200);
      await app.db.delete(events).where(eq(events.id, id));
      const deleted = await fetchSince(dateOf(added));
      expect(deleted.status).toBe(200);
      expect((await fetchSince(dateOf(deleted))).status).toBe(304);
    },
  );

  test('has an ETag that changes with its races, and a date', async () => {
    const first = await app.get('/lopp.ics?sport=Simning');
    const etag = first.headers.get('etag') ?? '';
    expect(Date.parse(first.headers.get('last-modified') ?? '')).toBeGreaterThan(0);
    expect((await app.get('/lopp.ics?sport=Simning', { 'if-none-match': etag })).status).toBe(304);
    const { id } = await makeEvent(app.db, { sport_type: 'Simning', event_date: '2027-04-01' });
    const changed = await app.get('/lopp.ics?sport=Simning', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    await app.db.delete(events).where(eq(events.id, id));
    expect((await app.get('/lopp.ics?sport=Simning', { 'if-none-match': etag })).status).toBe(304);
  });

  test('may be read by scripts of other sites, but sets nothing', async () => {
    const { headers } = await app.get('/lopp.json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('set-cookie')).toBeNull();
    expect((await app.get('/')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the calendar file of a race', () => {
  test('has that race only, and a file name', async () => {
    const [event] = await listEvents();
    const response = await app.get(`${event?.url}.ics`);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      `inline; filename="${event?.url?.slice('/lopp/'.length).replace('/', '-')}.ics"`,
    );
    expect(byIcalJs(await response.text()).map(({ uid }) => idOfUid(uid))).toEqual([event?.id ?? '']);
  });

  test('answers 404, 301 and 410 as the page of the race does', async () => {
    const outcomeOf = async (path: string) => {
      const response = await fetch(`${app.url}${path}`, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    expect(await outcomeOf('/lopp/finns-inte/2027.ics')).toEqual([404, null]);
    const { id } = await makeEvent(app.db, { event_name: 'Flyttloppet', event_date: '2027-05-01' });
    await assignMissingSeries(app.context);
    const [row] = await app.db
      .update(events)
      .set({ event_date: '2028-05-01' })
      .where(eq(events.id, id))
      .returning();
    await moveToSeries(app.db, [{ id, event_date: '2028-05-01' }], row?.series_id ?? '');
    expect(await outcomeOf('/lopp/flyttloppet/2027.ics')).toEqual([301, '/lopp/flyttloppet/2028.ics']);
    await app.db.delete(events).where(eq(events.id, id));
    expect(await outcomeOf('/lopp/flyttloppet/2028.ics')).toEqual([410, null]);
    // A page would need scripts, which the policy of feeds does not allow.
    expect(await (await app.get('/lopp/flyttloppet/2028.ics')).text()).toBe('Loppet finns inte.');
  });
});

test('40 new feeds of one reader are refused when it owes processor time, and other readers get theirs', async () => {
  const statusOf = async (query: string, address: string) => {
    const { status, headers } = await app.get(withQuery('/lopp.ics', query), { 'x-forwarded-for': address });
    return [status, headers.get('retry-after')];
  };
  times.cpuPerLook = 50;
  const statuses: unknown[] = [];
  for (let index = 0; index < 40; index++)
    statuses.push((await statusOf(`q=finns ej ${index}`, '203.0.113.1'))[0]);
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(30).fill(429)]);
  expect(await statusOf('q=en till', '203.0.113.1')).toEqual([429, '1']);
  expect(await statusOf('q=finns ej 3', '203.0.113.1')).toEqual([200, null]);
  expect(await statusOf('q=en till', '198.51.100.1')).toEqual([200, null]);
  times.elapsed += 1000;
  expect(await statusOf('q=två till', '203.0.113.1')).toEqual([200, null]);
  times.cpuPerLook = 0;
});

test.each([
  ['calendar files of races', (index: number) => `/lopp/finns-inte-${index}/2027.ics`, 404],
  ['sitemaps without PUBLIC_URL', () => '/sitemap.xml', 200],
])('40 %s of one reader are charged like feeds', async (_, pathOf, status) => {
  times.elapsed += 60_000;
  times.cpuPerLook = 50;
  const statusOf = async (index: number, address: string) =>
    (await app.get(pathOf(index), { 'x-forwarded-for': address })).status;
  const statuses: number[] = [];
  for (let index = 0; index < 40; index++) statuses.push(await statusOf(index, '203.0.113.77'));
  expect(statuses).toEqual([...Array(10).fill(status), ...Array(30).fill(429)]);
  expect(await statusOf(41, '198.51.100.77')).toBe(status);
  times.cpuPerLook = 0;
});

test('every line of a calendar file ends with CRLF, also the last one', async () => {
  for (const path of ['/lopp.ics', '/lopp.ics?q=finns ej'])
    expect(await (await app.get(path)).text()).toEndWith('\r\nEND:VCALENDAR\r\n');
});

test('hundreds of small feeds stay in the cache', async () => {
  const fetchAll = async () => {
    for (let index = 0; index < 300; index++)
      expect((await app.get(`/lopp.json?q=cache${index}`, { 'x-forwarded-for': '203.0.113.2' })).status).toBe(
        200,
      );
  };
  await fetchAll();
  const looksBefore = times.looks;
  await fetchAll();
  expect(times.looks).toBe(looksBefore);
});

test('an address may ask for 600 new selections a minute', async () => {
  const statusAt = async (index: number) => {
    times.elapsed += 90;
    const { status } = await app.get(`/lopp.json?q=${index}`, { 'x-forwarded-for': '203.0.113.9' });
    return status;
  };
  let asked = 0;
  while (asked < 700 && (await statusAt(asked)) !== 429) asked++;
  expect(asked).toBe(600);
  app.setNow();
});
