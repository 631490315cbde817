import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { InitialMap } from '#client/features/events/map/initial-map.ts';
import { events } from '#db/schema/index.ts';
import { choosePayloads, PayloadPlanter } from '#proofs/scripts/payloads.ts';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import {
  dataIn,
  expectHarmless,
  isWithoutContent,
  type PagesApp,
  pagesApp,
} from '#tests/support/rendered-pages.ts';

const RENDERED_EVENT_COUNT = 7;
const COORDINATES = { latitude: 59.3, longitude: 18 };

const app = await pagesApp();
afterEach(async () => {
  app.setNow();
  await app.db.delete(events);
});
afterAll(() => app.stop());

const get: PagesApp['get'] = (...call) => app.get(...call);
const fetchHtml = (path = '/map') => app.fetchHtml(path);
const namesIn = (page: string) =>
  [...page.matchAll(/<span class="map-row-name">([^<]*)</g)].map((match) => match[1]);
const dayOf = (index: number) => `2027-02-${String(index + 1).padStart(2, '0')}`;

describe('the server-rendered map page', () => {
  test('contains its count, the first events of its list and the data they are rendered from', async () => {
    for (let index = 0; index < 10; index++)
      await makeEvent(app.db, { event_name: `Lopp nr ${index}`, event_date: dayOf(index), ...COORDINATES });
    const page = await fetchHtml();
    const firstNames = Array.from({ length: RENDERED_EVENT_COUNT }, (_, index) => `Lopp nr ${index}`);
    expect(namesIn(page)).toEqual(firstNames);
    expect(page.includes('Visar 10 evenemang på kartan')).toBe(true);
    const map = dataIn<InitialMap>(page, 'initial-map');
    expect([map?.shown, map?.events.map(({ event_name }) => event_name)]).toEqual([10, firstNames]);
    // The content security policy rejects inline styles and event handlers.
    expect(page.match(/\s(style|on\w+)=/gi)).toBeNull();
  });

  test('applies its filters for the current day', async () => {
    await makeEvent(app.db, { event_name: 'Idag', event_date: '2027-01-15', ...COORDINATES });
    const swim = { event_name: 'Simmet', event_date: '2027-02-01', sport_type: 'Simning', ...COORDINATES };
    await makeEvent(app.db, swim);
    expect(namesIn(await fetchHtml('/map?sport=Simning&q=simet'))).toEqual(['Simmet']);
    expect(namesIn(await fetchHtml())).toEqual(['Idag', 'Simmet']);
    app.setNow('2027-01-16T00:00:01+01:00');
    expect(namesIn(await fetchHtml())).toEqual(['Simmet']);
    expect(namesIn(await fetchHtml('/map?date=past'))).toEqual(['Idag']);
  });

  test('is the same for every caller, and gets another etag when its events change', async () => {
    const { headers } = await makeMember(app.db);
    await makeEvent(app.db, { event_name: 'Ett', ...COORDINATES });
    const [memberResponse, anonymousResponse] = [await get('/map', headers), await get('/map')];
    expect((await memberResponse.text()) === (await anonymousResponse.text())).toBe(true);
    const tag = anonymousResponse.headers.get('etag') ?? '';
    expect((await get('/map', { 'if-none-match': tag })).status).toBe(304);
    await makeEvent(app.db, { event_name: 'Två', ...COORDINATES });
    expect((await get('/map', { 'if-none-match': tag })).status).toBe(200);
  });

  test('renders user input as text, whatever it contains', async () => {
    const payloadList = choosePayloads(100);
    const planter = new PayloadPlanter(payloadList, payloadList.length);
    for (let record = 0; record < payloadList.length; record += RENDERED_EVENT_COUNT) {
      for (let index = 0; index < RENDERED_EVENT_COUNT; index++) {
        const field = (name: string) => planter.payloadFor(name, record + index).replaceAll('\0', '');
        const place = { ort: field('ort'), ...COORDINATES };
        await makeEvent(app.db, { event_name: field('event_name'), race_link: field('race_link'), ...place });
      }
      const page = await fetchHtml();
      expect(dataIn<InitialMap>(page, 'initial-map')?.events).toHaveLength(RENDERED_EVENT_COUNT);
      await expectHarmless(page);
      await app.db.delete(events);
    }
  });

  test('is sent without its events when they cannot be read', async () => {
    await makeEvent(app.db, COORDINATES);
    const hasty = await pagesApp({ on: { target: app.target }, deadlines: { page: 100, optional: 50 } });
    await app.sql.begin(async (sql) => {
      await sql`lock table events in access exclusive mode`;
      const response = await hasty.get('/map');
      expect([response.status, isWithoutContent(await response.text())]).toEqual([200, true]);
    });
    await hasty.stop();
    expect(namesIn(await fetchHtml())).toHaveLength(1);
  });
});
