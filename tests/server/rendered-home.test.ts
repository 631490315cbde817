import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { brotliDecompressSync } from 'node:zlib';
import type { InitialCalendar } from '#client/features/events/list/initial-calendar.ts';
import { accounts, banners, events } from '#db/schema/index.ts';
import { choosePayloads, PayloadPlanter } from '#proofs/scripts/payloads.ts';
import { SHARED } from '#src/platform/http/caching.ts';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import {
  dataIn,
  expectHarmless,
  isWithoutContent,
  type PagesApp,
  pagesApp,
} from '#tests/support/rendered-pages.ts';

const app = await pagesApp();
afterEach(async () => {
  app.setNow();
  for (const table of [accounts, events, banners]) await app.db.delete(table);
});
afterAll(() => app.stop());

const get: PagesApp['get'] = (...call) => app.get(...call);
const fetchHtml = (path: string) => app.fetchHtml(path);
const namesIn = (page: string) =>
  [...page.matchAll(/<h3 class="type-card event-card-name"[^>]*>([^<]*)</g)].map((match) => match[1]);
const dayOf = (index: number) => `2027-02-${String(index + 1).padStart(2, '0')}`;

describe('the server-rendered home page', () => {
  test('contains its first cards and the data they are rendered from', async () => {
    for (let index = 0; index < 15; index++)
      await makeEvent(app.db, { event_name: `Lopp nr ${index}`, event_date: dayOf(index) });
    await makeEvent(app.db, { event_name: 'Förra året', event_date: '2026-05-01' });
    const page = await fetchHtml('/');
    const firstNames = Array.from({ length: 8 }, (_, index) => `Lopp nr ${index}`);
    expect(namesIn(page)).toEqual(firstNames);
    const pageText = page.replaceAll('<!-- -->', '');
    for (const text of ['(15 evenemang av 16)', '2027 · 15 evenemang'])
      expect([text, pageText.includes(text)]).toEqual([text, true]);
    const calendar = dataIn<InitialCalendar>(page, 'initial-calendar');
    expect(calendar).toMatchObject({ shown: 15, total: 16, sections: [{ key: '2027-02', count: 15 }] });
    expect(calendar?.sections[0]?.events.map(({ event_name }) => event_name)).toEqual(firstNames);
  });

  test('finds what a search means, and links to it without each of its parts', async () => {
    const inMora = { ort: 'Mora', latitude: 61, longitude: 14.54, event_date: '2027-05-01' };
    await makeEvent(app.db, { event_name: 'Moraloppet', ...inMora, distances: ['10 km'] });
    await makeEvent(app.db, {
      event_name: 'Lundaloppet',
      ort: 'Lund',
      latitude: 55.7,
      longitude: 13.2,
      event_date: '2027-05-02',
    });
    for (const query of ['q=n%C3%A4ra+Orsa', 'q=Orsa+50+km', 'near=Orsa&within=50'])
      expect([query, namesIn(await fetchHtml(`/?${query}`))]).toEqual([query, ['Moraloppet']]);
    const page = await fetchHtml('/?q=milen+maj+2027&sport=L%C3%B6pning');
    expect(page).toContain('Tolkat som');
    expect(page).toContain('href="?q=maj+2027&amp;sport=L%C3%B6pning"');
  });

  test('has a link to more events for browsers without scripts, until there are no more', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `Lopp ${index}`);
    for (const [index, event_name] of names.entries())
      await makeEvent(app.db, { event_name, event_date: `2027-05-${10 + index}` });
    const page = await fetchHtml('/?sport=L%C3%B6pning');
    expect(namesIn(page)).toEqual(names.slice(0, 8));
    const [, address = ''] = /<noscript><a[^>]* href="([^"]+)">Visa fler<\/a>/.exec(page) ?? [];
    expect(address).toMatch(/^\?sport=L%C3%B6pning&amp;antal=32#event-/);
    const more = await fetchHtml(`/${address.replace('&amp;', '&')}`);
    expect(namesIn(more)).toEqual(names);
    expect(more).not.toContain('Visa fler');
    expect(namesIn(await fetchHtml('/?antal=-1'))).toHaveLength(8);
  });

  test('says what else there is when it finds nothing', async () => {
    await makeEvent(app.db, {
      event_name: 'Moraloppet',
      ort: 'Mora',
      event_date: '2027-05-01',
      distances: ['10 km'],
    });
    await makeEvent(app.db, { event_name: 'Kullamannen', ort: 'Mölle', event_date: '2026-05-01' });
    for (const [query, link] of [
      ['halvmara+mora', 'href="/?q=mora">1 utan distans</a>'],
      ['kullamannen', 'Kullamannen (2026)</a>'],
    ] as const) {
      const page = (await fetchHtml(`/?q=${query}`)).replaceAll('<!-- -->', '');
      expect([query, page.includes(link)]).toEqual([query, true]);
    }
  });

  test('links to the places for sale of an event', async () => {
    const event = await makeEvent(app.db, { event_date: '2027-05-01' });
    const { id } = await makeAccount(app.db);
    await makeAnnouncement(app.db, { event_id: event.id, user_id: id });
    const link = `href="/marketplace?event=${event.id}&amp;type=sale"`;
    expect((await fetchHtml('/')).includes(link)).toBe(true);
  });

  const BANNER = {
    title: 'Banderoll',
    order_index: 0,
    is_active: true,
    file_type: 'image',
    file_url: '/uploads/a.webp',
  } as const;

  test('asks for the image of the first banner at the top of its head, before the styles and the font', async () => {
    await app.db.insert(banners).values(BANNER);
    const page = await fetchHtml('/');
    const [preload, title] = ['<link rel="preload" as="image" href="/uploads/a.webp"', '<title>'];
    expect(page.split(preload)).toHaveLength(2);
    expect(page.indexOf(preload)).toBeLessThan(page.indexOf(title));
  });

  test('contains nothing that the content security policy rejects', async () => {
    await makeEvent(app.db);
    await app.db.insert(banners).values(BANNER);
    const page = await fetchHtml('/');
    expect(page.includes('Banderoll')).toBe(true);
    expect(page.match(/\s(style|on\w+)=/gi)).toBeNull();
    expect(page.match(/<script(?! type="application\/json")/g)).toBeNull();
  });

  test("applies its filters and a search, but is sent without content for the visitor's own position", async () => {
    await makeEvent(app.db, { event_name: 'Simmet', event_date: '2027-02-01', sport_type: 'Simning' });
    await makeEvent(app.db, { event_name: 'Löpet', event_date: '2027-02-02' });
    await makeEvent(app.db, { event_name: 'Minnet', event_date: '2026-02-02' });
    expect(namesIn(await fetchHtml('/?sport=Simning'))).toEqual(['Simmet']);
    expect(namesIn(await fetchHtml('/?date=past'))).toEqual(['Minnet']);
    expect(namesIn(await fetchHtml('/?date=all&utm_source=x'))).toEqual(['Minnet', 'Simmet', 'Löpet']);
    expect((await fetchHtml('/?landskap=Skåne')).includes('Inga Evenemang Hittades')).toBe(true);
    expect(isWithoutContent(await fetchHtml('/?distance=0,1 - 10 km'))).toBe(false);
    expect(namesIn(await fetchHtml('/?date=all&q=simet'))).toEqual(['Simmet']);
    expect(isWithoutContent(await fetchHtml('/?near=mig'))).toBe(true);
  });

  test('is the same for every caller', async () => {
    const { headers } = await makeMember(app.db);
    const [memberPage, anonymousPage] = [await (await get('/', headers)).text(), await fetchHtml('/')];
    expect(memberPage === anonymousPage).toBe(true);
    expect(memberPage.includes('Anna Andersson')).toBe(false);
  });
});

describe('each version of the home page', () => {
  test('has its own etag and returns 304 while it is current, in each encoding', async () => {
    const event = await makeEvent(app.db, { event_name: 'Ett' });
    const loadEtag = async (headers = {}) => (await get('/', headers)).headers.get('etag') ?? '';
    const tag = await loadEtag();
    expect((await get('/', { 'if-none-match': tag })).status).toBe(304);
    expect((await get('/')).headers.get('cache-control')).toBe(SHARED);
    const brotli = await get('/', { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(await brotli.bytes()).toString() === (await fetchHtml('/'))).toBe(true);
    expect(brotli.headers.get('etag')).not.toBe(tag);

    await app.db.delete(events);
    await makeEvent(app.db, { ...event, event_name: 'Två' });
    const response = await get('/', { 'if-none-match': tag });
    expect([response.status, namesIn(await response.text())]).toEqual([200, ['Två']]);
    expect(await loadEtag()).not.toBe(tag);
  });

  test('ends with the day in Stockholm, and when a stamp ends', async () => {
    await makeEvent(app.db, {
      event_name: 'Idag',
      event_date: '2027-01-15',
      banner_text: 'SISTA CHANSEN',
      banner_start_date: '2027-01-15T08:00:00.000Z',
      banner_end_date: '2027-01-15T12:00:00.000Z',
    });
    const isStamped = async () => (await fetchHtml('/')).includes('title="SISTA CHANSEN"');
    expect(await isStamped()).toBe(true);
    app.setNow('2027-01-15T12:00:01Z');
    expect(await isStamped()).toBe(false);
    app.setNow('2027-01-15T23:00:01Z');
    expect(namesIn(await fetchHtml('/'))).toEqual([]);
  });
});

describe('user input', () => {
  test('is text in the home page and in its data block, whatever it contains', async () => {
    const payloadList = choosePayloads(300);
    const planter = new PayloadPlanter(payloadList, payloadList.length);
    for (let record = 0; record < payloadList.length; record += 8) {
      for (let index = 0; index < 8; index++) {
        const field = (name: string) => planter.payloadFor(name, record + index).replaceAll('\0', '');
        await makeEvent(app.db, {
          event_name: field('event_name'),
          event_date: dayOf(index),
          organizer: field('organizer'),
          ort: field('ort'),
          race_link: field('race_link'),
          additional_fields: [{ label: field('label'), value: field('value') }],
        });
      }
      const page = await fetchHtml('/');
      expect(
        dataIn<InitialCalendar>(page, 'initial-calendar')?.sections.flatMap(({ events }) => events),
      ).toHaveLength(8);
      await expectHarmless(page);
      await app.db.delete(events);
    }
  });
});

describe('when public reads are unavailable', () => {
  test('the home page is sent without its cards before the read fails, and the client fetches them', async () => {
    await makeEvent(app.db);
    const deadlines = { page: 100, optional: 50 };
    const hasty = await pagesApp({ on: { target: app.target }, deadlines });
    await app.sql.begin(async (sql) => {
      await sql`lock table events in access exclusive mode`;
      const response = await hasty.get('/');
      expect([response.status, isWithoutContent(await response.text())]).toEqual([200, true]);
      expect(
        await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
      ).not.toBeEmpty();
    });
    await hasty.stop();
    expect(namesIn(await fetchHtml('/'))).toHaveLength(1);
  });
});
