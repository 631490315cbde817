import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { makeEvent } from '#tests/support/content.ts';
import { isWithoutContent, pagesApp } from '#tests/support/rendered-pages.ts';
import { fakeStopwatch } from '#tests/support/stopwatch.ts';

const { times, stopwatch } = fakeStopwatch();
const app = await pagesApp({ stopwatch });
await makeEvent(app.db, { event_name: 'Vårloppet', event_date: '2027-03-01' });
afterAll(() => app.stop());

const get = (path: string, address: string, headers: Record<string, string> = {}) =>
  app.get(path, { 'x-forwarded-for': address, ...headers });
/** More filters than the cache holds pages, so that every visit has to be rendered. */
const filters = ['all', 'past'].flatMap((date) =>
  SPORTS.flatMap((sport) => LANDSKAP.map((landskap) => new URLSearchParams({ date, sport, landskap }))),
);
let visitCount = 0;
const nextFilteredPath = () => `/?${filters[visitCount++ % filters.length]}`;
const START = Date.parse('2027-01-15T10:00:00+01:00');
const setSecond = (second: number) => app.setNow(new Date(START + second * 1000).toISOString());

test('the server renders 600 pages a minute for an address, and returns 429 with an empty page shell after that', async () => {
  for (let count = 0; count < 600; count++) {
    setSecond(Math.floor(count / 20));
    // Embedded calendars count too and render faster.
    const path = count % 20 === 0 ? nextFilteredPath() : `/embed/lopp?q=nr${count}`;
    expect((await get(path, '203.0.113.1')).status).toBe(200);
  }
  setSecond(30);
  const limited = await get(nextFilteredPath(), '203.0.113.1');
  expect(limited.status).toBe(429);
  expect(limited.headers.get('cache-control')).toBe('no-store');
  const page = await limited.text();
  expect(page).toContain('<div id="root"></div>');
  expect([limited.headers.get('retry-after'), page]).toEqual([
    '60',
    expect.stringContaining('Vänta 1 minut och <a href="">försök igen</a>.'),
  ]);

  // Other addresses are not limited and, for this address, neither are cached pages and their 304 responses.
  const homeResponse = await get('/', '203.0.113.2');
  const html = await homeResponse.text();
  expect([homeResponse.status, html.includes('Vårloppet')]).toEqual([200, true]);
  for (let count = 0; count < 20; count++) expect((await get('/', '203.0.113.1')).status).toBe(200);
  const etagHeaders = { 'if-none-match': (await get('/', '203.0.113.1')).headers.get('etag') ?? '' };
  expect((await get('/', '203.0.113.1', etagHeaders)).status).toBe(304);
  expect((await get(nextFilteredPath(), '203.0.113.2')).status).toBe(200);
}, 120_000);

describe('pages with filters', () => {
  const visit = async (path: string, address = `2001:db8:${visitCount.toString(16)}::1`) => {
    const response = await get(path, address);
    return [response.status, isWithoutContent(await response.text())];
  };
  const rendered = [200, false];
  const withoutContent = [429, true];
  afterEach(() => {
    times.cpuPerLook = 0;
    times.elapsed += 1e9;
  });

  test('are rendered until an address owes processor time, and then sent without content, with 429', async () => {
    times.cpuPerLook = 100;
    const address = '203.0.113.7';
    const paths = [nextFilteredPath(), nextFilteredPath(), nextFilteredPath()];
    for (const path of paths) expect(await visit(path, address)).toEqual(rendered);
    expect(await visit(nextFilteredPath(), address)).toEqual(withoutContent);
    expect(await visit('/map?sport=OCR', address)).toEqual(withoutContent);
    expect(await visit('/embed/lopp?q=annat', address)).toEqual([200, false]);
    expect(await visit(nextFilteredPath())).toEqual(rendered);
    // Cached pages and pages without filters cost nothing.
    for (const path of [...paths, '/', '/map', '/marketplace'])
      expect(await visit(path, address)).toEqual(rendered);
    await makeEvent(app.db, { event_name: 'Höstloppet', event_date: '2027-09-01' });
    expect(await (await get('/', address)).text()).toContain('Höstloppet');
    times.elapsed += 1001;
    expect(await visit(nextFilteredPath(), address)).toEqual(rendered);
  });

  test('are not rendered for any address while all of them together owe processor time', async () => {
    times.cpuPerLook = 100;
    for (let count = 0; count < 6; count++) expect(await visit(nextFilteredPath())).toEqual(rendered);
    expect(await visit(nextFilteredPath())).toEqual(withoutContent);
    times.elapsed += 1000;
    expect(await visit(nextFilteredPath())).toEqual(rendered);
  });
});
