import { afterAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { addDemoCalendar } from '#src/features/demo/service.ts';
import { makeEvent } from '#tests/support/content.ts';
import { pagesApp } from '#tests/support/rendered-pages.ts';
import { fakeStopwatch } from '#tests/support/stopwatch.ts';

const { times, stopwatch } = fakeStopwatch();
const app = await pagesApp({ stopwatch });
await addDemoCalendar(app.db, app.context.now());
afterAll(() => app.stop());

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

test('a feed has an ETag that changes with its races, and a date', async () => {
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

test('a feed may be read by scripts of other sites, but sets nothing', async () => {
  const { headers } = await app.get('/lopp.json');
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('set-cookie')).toBeNull();
  expect((await app.get('/')).headers.get('access-control-allow-origin')).toBeNull();
});

test('40 new feeds of one reader are refused when it owes processor time, and other readers get theirs', async () => {
  const statusOf = async (query: string, address: string) => {
    const { status, headers } = await app.get(`/lopp.ics?${encodeURI(query)}`, {
      'x-forwarded-for': address,
    });
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

test('hundreds of small feeds stay in the cache', async () => {
  const statusOf = async (index: number) =>
    (await app.get(`/lopp.json?q=cache${index}`, { 'x-forwarded-for': '203.0.113.2' })).status;
  const fetchAll = async () => {
    for (let index = 0; index < 300; index++) expect(await statusOf(index)).toBe(200);
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
});
