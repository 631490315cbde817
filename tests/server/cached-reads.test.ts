import { afterAll, afterEach, describe, expect, spyOn, test } from 'bun:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { accounts, announcements, banners, events } from '#db/schema/index.ts';
import { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import { openNotifications } from '#src/platform/database/notify.ts';
import { SHARED } from '#src/platform/http/caching.ts';
import { makeAccount, makeAdmin, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { until } from '#tests/support/process.ts';
import { type TestApp, testApp } from '#tests/support/transports.ts';

/** With the caches of production, so that public reads may be up to a second old. */
const app = await testApp({ caches: true });
const otherApp = await testApp({ caches: true, on: { target: app.target } });
afterAll(async () => {
  await otherApp.stop();
  await app.stop();
});
afterEach(async () => {
  const { db } = app;
  for (const table of [announcements, accounts, events, banners]) await db.delete(table);
});

type Read = { path?: string; headers?: Record<string, string>; instance?: TestApp; method?: string };

const get = ({ path = '/api/events', headers = {}, instance = app, method = 'GET' }: Read = {}) =>
  fetch(`${instance.url}${path}`, { method, headers, decompress: false } as RequestInit);
const namesIn = (body: unknown) => (body as { event_name: string }[]).map(({ event_name }) => event_name);
const listNames = async (instance = app) =>
  namesIn(await (await get({ instance, headers: IDENTITY })).json());
const IDENTITY = { 'accept-encoding': 'identity' };

async function waitForNames(instance: TestApp, expected: string[]): Promise<number> {
  const startedAt = performance.now();
  await until(async () => Bun.deepEquals(await listNames(instance), expected), 5000);
  return performance.now() - startedAt;
}

describe('cached public reads', () => {
  test('are the same bytes for everyone in each encoding, and 304 for their etag', async () => {
    const { db } = app;
    for (let count = 0; count < 20; count++) await makeEvent(db, { event_name: `Lopp å ${count + 10}` });
    await until(async () => (await listNames()).length === 20, 5000);
    const eventsJson = await (await get({ headers: IDENTITY })).text();
    const tags = new Set<string>();
    for (const path of ['/api/events', '/trpc/public.events.list'])
      for (const [encoding, decompress] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
        ['identity', (bytes: Uint8Array) => bytes],
      ] as const) {
        const headers = { 'accept-encoding': encoding };
        const response = await get({ path, headers });
        const bytes = await response.bytes();
        const text = new TextDecoder().decode(decompress(bytes));
        expect(text).toBe(path.startsWith('/api') ? eventsJson : `{"result":{"data":${eventsJson}}}`);
        expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
        expect(response.headers.get('vary')).toBe('accept-encoding');
        expect(response.headers.get('cache-control')).toBe(SHARED);
        expect(response.headers.get('content-security-policy')).toContain('sandbox');
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        const tag = response.headers.get('etag') ?? '';
        tags.add(tag);
        const revalidation = await get({ path, headers: { ...headers, 'if-none-match': tag } });
        expect([revalidation.status, await revalidation.text(), revalidation.headers.get('etag')]).toEqual([
          304,
          '',
          tag,
        ]);
        const head = await get({ path, headers, method: 'HEAD' });
        expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tag, '']);
      }
    expect(tags.size).toBe(6);
    // Another instance has the same etag for the same content, and another etag for other content.
    const tagOf = async (instance: TestApp) => (await get({ instance })).headers.get('etag');
    await waitForNames(otherApp, namesIn(JSON.parse(eventsJson)));
    expect(await tagOf(otherApp)).toBe(await tagOf(app));
    await makeEvent(db);
    await until(async () => (await listNames(otherApp)).length === 21, 5000);
    expect([...tags]).not.toContain(await tagOf(otherApp));
  });

  test('contain only the fields of their contract', async () => {
    const { db } = app;
    const place = { latitude: 59.3, longitude: 18.1, place_source: 'gazetteer' as const };
    const event = await makeEvent(db, {
      ...place,
      event_name: 'Alla fält "och" <tecken>\u2028',
      distances: ['5 km', '10,5 km'],
      additional_fields: [{ label: 'Start', value: '10:00' }],
      banner_text: 'Nytt',
      banner_start_date: '2027-03-28T00:59:59.123Z',
      banner_end_date: '2027-10-31T01:00:00.000Z',
    });
    await makeEvent(db, { ...place, place_source: 'landskap', ort: 'Ås' });
    await makeEvent(db);
    const { id } = await makeAccount(db);
    await makeAnnouncement(db, { event_id: event.id, user_id: id, name_change_fee: 0 });
    await until(async () => (await listNames()).length === 3, 5000);
    const readJson = async (path: string) => (await get({ path, headers: IDENTITY })).json();
    const listedEvents = v.parse(v.array(v.strictObject(PublicEvent.entries)), await readJson('/api/events'));
    expect(listedEvents.find((listed) => listed.id === event.id)).toMatchObject({
      event_name: 'Alla fält "och" <tecken>\u2028',
      distances: '5 km, 10,5 km',
      additional_fields: [{ label: 'Start', value: '10:00' }],
      banner_start_date: '2027-03-28T00:59:59.123Z',
      banner_end_date: '2027-10-31T01:00:00.000Z',
      ort: null,
    });
    const locatedEvents = v.parse(
      v.array(v.strictObject(LocatedEvent.entries)),
      await readJson('/api/events/coordinates'),
    );
    expect(locatedEvents.map((located) => [located.ort, located.is_approximate, located.latitude])).toEqual([
      [null, false, 59.3],
      ['Ås', true, 59.3],
    ]);
    const ads = v.parse(
      v.array(v.strictObject(PublicAnnouncement.entries)),
      await readJson('/api/marketplace/announcements'),
    );
    expect(ads).toHaveLength(1);
    expect(ads[0]).toMatchObject({
      has_name_change_fee: true,
      name_change_fee: 0,
      user_name: 'Anna Andersson',
    });
  });

  test('need no database read until a write, and concurrent requests after it share at most two', async () => {
    const { db, refreshes } = app.context.database;
    await makeEvent(db);
    await until(async () => app.context.notifications.isListening(), 5000);
    await until(async () => (await listNames()).length === 1, 5000);
    const reads = spyOn(refreshes, 'transaction');
    for (let round = 0; round < 5; round++) {
      await Promise.all(Array.from({ length: 100 }, () => get()));
      await Bun.sleep(150);
    }
    expect(reads).toHaveBeenCalledTimes(0);
    await makeEvent(db);
    await Promise.all(Array.from({ length: 100 }, () => listNames()));
    await until(async () => (await listNames()).length === 2, 1000);
    expect(reads.mock.calls.length).toBeWithin(1, 3);
    reads.mockRestore();
  });
});

describe('a write', () => {
  test('is visible at once on the writing instance, and within a second on another one', async () => {
    const { headers } = await makeAdmin(app.db);
    const expected: string[] = [];
    for (let count = 10; count < 20; count++) {
      const body = {
        event_date: '2099-01-01',
        event_name: `Skrivet ${count}`,
        distances: '10 km',
        sport_type: 'Löpning',
      };
      await listNames();
      const { status } = await app.api('POST /admin/events', { headers, body });
      expect(status).toBe(200);
      expected.push(`Skrivet ${count}`);
      expect(await listNames()).toEqual(expected);
      expect(await waitForNames(otherApp, expected)).toBeLessThan(1000);
    }
  });

  test('outside the product, also by a cascade, is visible within a second', async () => {
    const { db } = app;
    const event = await makeEvent(db, { event_name: 'Förbi' });
    expect(await waitForNames(app, ['Förbi'])).toBeLessThan(1000);
    await app.sql`update events set event_name = 'Förbi igen'`;
    expect(await waitForNames(app, ['Förbi igen'])).toBeLessThan(1000);
    const owner = await makeMember(db);
    await makeAnnouncement(db, { event_id: event.id, user_id: owner.id });
    const loadAds = async () =>
      (await (await get({ path: '/api/marketplace/announcements', headers: IDENTITY })).json()) as object[];
    await until(async () => (await loadAds()).length === 1, 1000);
    await db.update(accounts).set({ is_suspended: true }).where(eq(accounts.id, owner.id));
    await until(async () => (await loadAds()).length === 0, 1000);
    await db.update(accounts).set({ is_suspended: false }).where(eq(accounts.id, owner.id));
    await until(async () => (await loadAds()).length === 1, 1000);
    await db.delete(accounts).where(eq(accounts.id, owner.id));
    await until(async () => (await loadAds()).length === 0, 1000);
    await app.sql`truncate events cascade`;
    expect(await waitForNames(app, [])).toBeLessThan(1000);
  });

  test('is visible within a second on an instance that has lost its listening connection', async () => {
    const { db } = app;
    for (let count = 0; count < 5; count++) {
      await listNames();
      // Terminates the listening sessions of this database. The last statement of such a session is `listen …`, or the
      // bare `select` of `catchUp`.
      await app.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and (query ilike 'listen%' or query = 'select')`;
      await makeEvent(db, { event_name: `Ohörd ${count}` });
      expect(
        await waitForNames(app, ['Ohörd 0', 'Ohörd 1', 'Ohörd 2', 'Ohörd 3', 'Ohörd 4'].slice(0, count + 1)),
      ).toBeLessThan(1000);
    }
  });
});

test('a writer reads its own write at once even when notifications do not arrive', async () => {
  const { sql, db } = app.context.database;
  const listening = openNotifications(sql, app.context.log);
  const disconnected = { ...listening, catchUp: () => Promise.reject(new Error('Not listening.')) };
  const disconnectedApp = await testApp({
    caches: true,
    on: { target: app.target },
    notifications: disconnected,
  });
  try {
    const { headers } = await makeAdmin(db, { username: 'eva' });
    const expected: string[] = [];
    for (let count = 10; count < 15; count++) {
      await listNames(disconnectedApp);
      const event = { event_date: '2099-01-01', distances: '10 km', sport_type: 'Löpning' };
      const body = { ...event, event_name: `Skrivet ${count}` };
      expect((await disconnectedApp.api('POST /admin/events', { headers, body })).status).toBe(200);
      expected.push(body.event_name);
      expect(await listNames(disconnectedApp)).toEqual(expected);
    }
  } finally {
    await disconnectedApp.stop();
    listening.close();
  }
});

test('a query string does not change the bytes of a cached read', async () => {
  await makeEvent(app.db);
  await until(async () => (await listNames()).length === 1, 5000);
  const path = '/trpc/public.events.list';
  const plainResponse = await get({ path });
  const responseWithQuery = await get({ path: `${path}?x=1` });
  expect(responseWithQuery.headers.get('etag') ?? 'none').toBe(plainResponse.headers.get('etag') ?? '');
});

test('the ads of past events disappear at midnight in Stockholm', async () => {
  let now = new Date('2027-05-01T21:59:59.900Z');
  const clockApp = await testApp({ caches: true, now: () => now });
  try {
    const { db } = clockApp.context.database;
    const event = await makeEvent(db, { event_date: '2027-05-01' });
    const { id } = await makeAccount(db);
    await makeAnnouncement(db, { event_id: event.id, user_id: id });
    const countAds = async () => (await clockApp.api<object[]>('GET /marketplace/announcements')).body.length;
    await until(async () => (await countAds()) === 1, 2000);
    now = new Date('2027-05-01T22:00:00.100Z');
    await until(async () => (await countAds()) === 0, 1000);
  } finally {
    await clockApp.stop();
  }
});
