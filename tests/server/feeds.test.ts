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

const app = await pagesApp();
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
  const response = await app.get(query ? `${path}?${encodeURI(query)}` : path);
  expect([path, query, response.status]).toEqual([path, query, 200]);
  return response.text();
}
let calls = 0;

const listEvents = async (): Promise<PublicEvent[]> => JSON.parse(await fetchText('/api/events'));

const byIcalJs = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
const byNodeIcal = (text: string) =>
  Object.values(nodeIcal.sync.parseICS(text)).filter((one) => one?.type === 'VEVENT') as VEvent[];
const idOf = ({ uid }: { uid: string }) => uid.replace(/@localhost$/, '');
const idOfUrn = (urn = '') => urn.replace(/^urn:uuid:/, '');
const CALENDAR = '/lopp.ics';
/** The ids of the races in a feed, by its path. */
const READERS: Record<string, (text: string) => string[] | undefined> = {
  [CALENDAR]: (text) => byIcalJs(text).map(idOf),
  '/lopp.atom': (text) => parseAtomFeed(text).entries?.map(({ id }) => idOfUrn(id)),
  '/lopp.json': (text) => parseJsonFeed(text).items?.map(({ id }) => idOfUrn(id)),
};
const idsIn = (text: string, path = CALENDAR) => (READERS[path]?.(text) ?? []).sort();

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
      const ics = await fetchText(CALENDAR, query);
      const ids = idsIn(ics);
      expect(byNodeIcal(ics).map(idOf).sort()).toEqual(ids);
      expect(idsIn(await fetchText('/lopp.atom', query), '/lopp.atom')).toEqual(ids);
      const json = await fetchText('/lopp.json', query);
      expect(idsIn(json, '/lopp.json')).toEqual(ids);
      v.parse(JsonFeed, JSON.parse(json));

      if (query.includes('near=')) return;
      const homeQuery = query || `date=all&from=${addDaysTo(TODAY, -30)}`;
      const home = dataIn<InitialCalendar>(await fetchText('/', homeQuery), 'initial-calendar');
      expect(ids).toHaveLength(home?.shown ?? -1);
      const first = home?.sections.flatMap((section) => section.events.map(({ id }) => id)) ?? [];
      expect(ids).toEqual(expect.arrayContaining(first));
    });

    test('a calendar has every race on its own days, whatever its text', async () => {
      const ics = await fetchText(CALENDAR, 'date=all');
      const [ours, theirs] = [byIcalJs(ics), byNodeIcal(ics)];
      for (const event of await listEvents()) {
        const read = ours.find((one) => idOf(one) === event.id);
        const name = event.event_name.replace(/[\p{Cc}\u2028]+/gu, ' ').replaceAll('\uFFFF', '');
        expect(read?.summary).toBe(`${event.status === 'cancelled' ? 'INSTÄLLT: ' : ''}${name}`);
        expect(read?.startDate.isDate).toBe(true);
        expect(read?.startDate.toString()).toBe(event.event_date);
        const lastDay = event.event_end_date ?? event.event_date;
        expect(read?.endDate.toString()).toBe(lastDay < '9999' ? addDaysTo(lastDay, 1) : lastDay);
        expect(read?.sequence).toBe(event.sequence);
        const status = { scheduled: 'CONFIRMED', cancelled: 'CANCELLED', postponed: 'TENTATIVE' };
        const propertyOf = (property: string) => read?.component.getFirstPropertyValue(property);
        expect(propertyOf('status')).toBe(status[event.status]);
        expect(propertyOf('url')).toBe(`http://localhost:3000${event.url}`);
        const updatedAt = Math.floor(Date.parse(event.updated_at) / 1000) * 1000;
        for (const property of ['dtstamp', 'last-modified'])
          expect(Date.parse(String(propertyOf(property)))).toBe(updatedAt);
        const { summary, start } = theirs.find((one) => idOf(one) === event.id) as VEvent;
        expect(summary).toBe(read?.summary as never);
        const date = [start.getFullYear(), start.getMonth() + 1, start.getDate()];
        expect(date).toEqual(event.event_date.split('-').map(Number));
      }
    });
  });

describe('a feed', () => {
  test('has the races near a place, which the browser finds for the home page', async () => {
    const mora = { latitude: 61.007, longitude: 14.543 };
    const located: LocatedEvent[] = JSON.parse(await fetchText('/api/events/coordinates'));
    const near = located.filter((event) => kilometresBetween(mora, event) <= 100).map(({ id }) => id);
    expect(near.length).toBeGreaterThan(1);
    for (const place of ['Mora', '61.007,14.543'])
      expect(idsIn(await fetchText(CALENDAR, `date=all&near=${place}&within=100`))).toEqual(near.sort());
    expect(idsIn(await fetchText(CALENDAR, 'date=all&near=mig'))).toHaveLength((await listEvents()).length);
  });

  test('has at most 75 octets in a line of a calendar, and no control characters', async () => {
    const ics = await fetchText(CALENDAR, 'date=all');
    expect(ics.includes(FOLDED)).toBe(false);
    for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    for (const path of Object.keys(READERS))
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
    for (const path of Object.keys(READERS))
      expect(idsIn(await fetchText(path, query), path)).toHaveLength(451);
    await app.db.delete(events).where(like(events.event_name, 'BEGIN:VEVENT%'));
  });

  test('ignores and does not name a place that the server does not know', async () => {
    for (const near of ['mig', 'Finnsinte']) {
      const { title, links } = parseAtomFeed(await fetchText('/lopp.atom', `near=${near}`));
      expect([title?.value, links?.[0]?.href]).toEqual(['Loppkalendern', 'http://localhost:3000/lopp.atom']);
    }
  });

  test('names its selection, and asks to be fetched twice a day', async () => {
    const ics = await fetchText(CALENDAR, 'sport=Simning&landskap=Dalarna');
    for (const line of [
      'X-WR-CALNAME:Loppkalendern: Simning i Dalarna',
      'NAME:Loppkalendern: Simning i Dalarna',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
    ])
      expect(ics.split('\r\n')).toContain(line);
    const { title } = parseAtomFeed(await fetchText('/lopp.atom', 'q=vasa'));
    expect(title?.value).toBe('Loppkalendern: Lopp, ”vasa”');
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
    const read = byIcalJs(await fetchText(CALENDAR, 'date=all'));
    const find = (id: string) => read.find((one) => idOf(one) === id);
    expect(find(exact.id)?.location).toBe('Torget 1, Mora, Dalarna');
    expect(String(find(exact.id)?.component.getFirstPropertyValue('geo'))).toBe('61.004,14.543');
    expect(find(approximate.id)?.component.hasProperty('geo')).toBe(false);
    expect(find(approximate.id)?.component.getFirstPropertyValue('categories')).toBe('Löpning');
    await app.db.delete(events).where(inArray(events.id, [exact.id, approximate.id]));
  });
});

describe('the calendar file of a race', () => {
  test('has that race only, and a file name', async () => {
    const [event] = await listEvents();
    const response = await app.get(`${event?.url}.ics`);
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const name = event?.url?.slice('/lopp/'.length).replace('/', '-');
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${name}.ics"`);
    expect(idsIn(await response.text())).toEqual([event?.id ?? '']);
  });

  test('answers 404, 301 and 410 as the page of the race does', async () => {
    const outcomeOf = async (path: string) => {
      const response = await fetch(`${app.url}${path}`, { redirect: 'manual' });
      return [response.status, response.headers.get('location')];
    };
    expect(await outcomeOf('/lopp/finns-inte/2027.ics')).toEqual([404, null]);
    const { id } = await makeEvent(app.db, { event_name: 'Flyttloppet', event_date: '2027-05-01' });
    await assignMissingSeries(app.context);
    const event_date = '2028-05-01';
    const [row] = await app.db.update(events).set({ event_date }).where(eq(events.id, id)).returning();
    await moveToSeries(app.db, [{ id, event_date }], row?.series_id ?? '');
    expect(await outcomeOf('/lopp/flyttloppet/2027.ics')).toEqual([301, '/lopp/flyttloppet/2028.ics']);
    await app.db.delete(events).where(eq(events.id, id));
    expect(await outcomeOf('/lopp/flyttloppet/2028.ics')).toEqual([410, null]);
    // A page would need scripts, which the policy of feeds does not allow.
    expect(await (await app.get('/lopp/flyttloppet/2028.ics')).text()).toBe('Loppet finns inte.');
  });
});

test('every line of a calendar file ends with CRLF, also the last one', async () => {
  for (const path of ['/lopp.ics', '/lopp.ics?q=finns ej'])
    expect(await (await app.get(path)).text()).toEndWith('\r\nEND:VCALENDAR\r\n');
});
