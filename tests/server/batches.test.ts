import { beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { loadDemo } from '#src/features/demo/service.ts';
import { testApp } from '#tests/support/app.ts';
import { makeAdmin, makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

let now = new Date('2027-05-01T12:00:00Z');
const app = await appOfFile({ now: () => now });
await loadDemo(app.context);
// Rate limits count by the minute.
beforeEach(() => {
  now = new Date(now.getTime() + 60_000);
});

type Headers = Record<string, string>;
const EVENTS = 'public.events.list';
const EVENT = 'public.events.get';
const BANNERS = 'public.banners.list';
const PROFILE = 'marketplace.accounts.profile';

const fetchBatch = (names: string[], headers: Headers = {}, query = '') =>
  fetch(`${app.url}/trpc/${names.join(',')}?batch=1${query}`, { headers });
const fetchSingle = async (name: string, headers: Headers = {}) =>
  (await fetch(`${app.url}/trpc/${name}`, { headers })).json();
const codeOf = async (response: Response) => {
  const body = (await response.json()) as { code?: string };
  return [response.status, body.code];
};

describe('a batch', () => {
  test('of cached reads equals the single responses and does not use the database', async () => {
    const names = [EVENTS, BANNERS, 'public.contact.info', 'public.marketplaceSettings.get'];
    const singles = await Promise.all(names.map((name) => fetchSingle(name)));
    const reads = spyOn(app.db, 'execute');
    const readCountBefore = reads.mock.calls.length;
    const response = await fetchBatch(names);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual(singles);
    expect(reads.mock.calls.length - readCountBefore).toBeLessThanOrEqual(1);
    reads.mockRestore();
  });

  test('of cached and other reads returns the responses in order, with 207 if their statuses differ', async () => {
    const { headers } = await makeMember(app.db);
    const names = [PROFILE, BANNERS, 'marketplace.announcements.mine'];
    const response = await fetchBatch(names, headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(await Promise.all(names.map((name) => fetchSingle(name, headers))));

    const mixedResponse = await fetchBatch(names);
    expect(mixedResponse.status).toBe(207);
    expect(await mixedResponse.json()).toEqual(await Promise.all(names.map((name) => fetchSingle(name))));
    expect((await fetchBatch([PROFILE])).status).toBe(401);
  });

  test('gives each call its own input', async () => {
    const { headers } = await makeAdmin(app.db, { username: 'boss' });
    const inputs = { 1: { latitude: 'x' }, 2: { action: 'admin.nothing' } };
    const query = `&input=${encodeURIComponent(JSON.stringify(inputs))}`;
    const response = await fetchBatch([BANNERS, 'admin.nothing', 'admin.audit.list'], headers, query);
    const [bannersResult, missingResult, auditResult] = (await response.json()) as Record<
      string,
      { data: unknown }
    >[];
    expect([response.status, Array.isArray(bannersResult?.result?.data)]).toEqual([207, true]);
    expect(missingResult).toMatchObject({ error: { data: { code: 'request.not_found' } } });
    expect(auditResult).toBeDefined();
    for (const input of ['x', '[]', '1'])
      expect(await codeOf(await fetchBatch([BANNERS], {}, `&input=${input}`))).toEqual([
        400,
        'request.malformed',
      ]);
  });

  test.each([
    ['a cached read', 'GET', `${EVENTS},${EVENTS}`],
    ['ten cached reads', 'GET', Array(10).fill(EVENTS).join()],
    ['an escaped comma', 'GET', `${EVENTS}%2C${EVENTS}`],
    ['an escaped name', 'GET', `${EVENTS},public%2Eevents.list`],
    ['a read of a member', 'GET', `${PROFILE},${BANNERS},${PROFILE}`],
    ['a login', 'POST', 'admin.admins.login,admin.admins.login'],
  ])('that repeats %s is rejected with 400', async (_, method, names) => {
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    const response = await fetch(`${app.url}/trpc/${names}?batch=1`, { method, ...body });
    expect(await codeOf(response)).toEqual([400, 'request.batch_repeated']);
  });

  test('cannot open a stream', async () => {
    const response = await fetchBatch([BANNERS, 'marketplace.conversations.live']);
    expect(await codeOf(response)).toEqual([400, 'request.malformed']);
  });

  test('over 2 MB is rejected with 413, while the same reads one by one succeed', async () => {
    const bigApp = await testApp();
    for (let count = 0; count < 30; count++)
      await makeEvent(bigApp.context.database.db, {
        event_name: `Lopp ${count}`,
        additional_fields: Array.from({ length: 20 }, () => ({ label: 'x', value: 'y'.repeat(4000) })),
      });
    expect((await fetch(`${bigApp.url}/trpc/${EVENTS}`)).status).toBe(200);
    const { headers } = await makeAdmin(bigApp.context.database.db);
    for (const names of [EVENTS, `${BANNERS},${EVENTS}`, 'admin.events.list'])
      expect([
        names,
        ...(await codeOf(await fetch(`${bigApp.url}/trpc/${names}?batch=1`, { headers }))),
      ]).toEqual([names, 413, 'request.batch_too_large']);
    expect((await fetch(`${bigApp.url}/api/admin/events`, { headers })).status).toBe(200);
    await bigApp.stop();
  });
});

describe('a cached read, in any spelling of its path', () => {
  test.each(['public%2Eevents.list', '/public.events.list', 'public.events.list/', `${EVENTS}?batch=2`])(
    'is served from the cached bytes: %s',
    async (path) => {
      const plainResponse = await fetch(`${app.url}/trpc/${EVENTS}`);
      const response = await fetch(`${app.url}/trpc/${path}`);
      expect([response.status, response.headers.get('etag')]).toEqual([
        200,
        plainResponse.headers.get('etag'),
      ]);
    },
  );
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s under /trpc returns 404', async (method) => {
  const response = await fetch(`${app.url}/trpc/${EVENTS}`, { method });
  expect([response.status, ((await response.json()) as { code?: string }).code]).toEqual([
    404,
    'request.not_found',
  ]);
});

describe('reads without a session, per address and minute', () => {
  const headersFrom = (address: string, otherHeaders: Headers = {}) => ({
    'x-forwarded-for': address,
    ...otherHeaders,
  });
  const countStatuses = async (count: number, send: () => Promise<Response>) => {
    const statuses: Record<number, number> = {};
    for (let i = 0; i < count; i++) {
      const response = await send();
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
    return statuses;
  };

  test('are limited to 600, over both transports, alone and in batches, and then get 429 with Retry-After', async () => {
    const { id } = await makeEvent(app.db, {});
    const headers = headersFrom('203.0.113.1');
    const input = encodeURIComponent(JSON.stringify({ id }));
    const overRest = () => fetch(`${app.url}/api/events/${id}`, { headers });
    const overTrpc = () => fetch(`${app.url}/trpc/${EVENT}?input=${input}`, { headers });
    const batchInput = encodeURIComponent(JSON.stringify({ 0: { id } }));
    const inBatch = () =>
      fetch(`${app.url}/trpc/${EVENT},${EVENTS}?batch=1&input=${batchInput}`, { headers });
    expect(await countStatuses(200, overRest)).toEqual({ 200: 200 });
    expect(await countStatuses(200, overTrpc)).toEqual({ 200: 200 });
    expect(await countStatuses(200, inBatch)).toEqual({ 200: 200 });
    for (const send of [overRest, overTrpc]) {
      const limited = await send();
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(limited.status).toBe(429);
    }
    const limited = await inBatch();
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([207, true]);
    // A token that the call does not look at changes nothing.
    const withToken = { ...headers, authorization: 'Bearer nobody' };
    expect((await fetch(`${app.url}/api/events/${id}`, { headers: withToken })).status).toBe(429);
    expect((await fetch(`${app.url}/api/events/${id}`, { headers: headersFrom('203.0.113.2') })).status).toBe(
      200,
    );
    now = new Date(now.getTime() + 61_000);
    expect((await overRest()).status).toBe(200);
  });

  test('include all calls with an invalid token, over both transports', async () => {
    const headers = headersFrom('203.0.113.3', { authorization: 'Bearer nobody' });
    const getProfile = () => fetch(`${app.url}/api/marketplace/profile`, { headers });
    expect(await countStatuses(100, getProfile)).toEqual({ 401: 100 });
    const path = `${app.url}/api/marketplace`;
    expect(await countStatuses(100, () => fetch(`${path}/profile`, { headers, method: 'HEAD' }))).toEqual({
      401: 100,
    });
    expect(await countStatuses(100, () => fetch(`${path}/logout`, { headers, method: 'POST' }))).toEqual({
      401: 100,
    });
    expect(await countStatuses(301, () => fetchBatch([PROFILE], headers))).toEqual({ 401: 300, 429: 1 });
    expect((await getProfile()).status).toBe(429);
  });

  test('exclude reads of members, cached batches, cached reads and 304', async () => {
    const { headers } = await makeMember(app.db);
    const { address, tag } = { address: '203.0.113.4', tag: await loadEtag() };
    const memberHeaders = headersFrom(address, headers as Headers);
    expect(await countStatuses(601, () => fetchBatch([PROFILE], memberHeaders))).toEqual({ 200: 601 });
    expect(await countStatuses(601, () => fetchBatch([EVENTS, BANNERS], headersFrom(address)))).toEqual({
      200: 601,
    });
    const headersWithEtag = headersFrom(address, { 'if-none-match': tag });
    expect(
      await countStatuses(601, () => fetch(`${app.url}/api/events`, { headers: headersWithEtag })),
    ).toEqual({ 304: 601 });
    expect((await fetchBatch([PROFILE], headersFrom(address))).status).toBe(401);
  }, 60_000);

  const loadEtag = async () => (await fetch(`${app.url}/api/events`)).headers.get('etag') ?? '';
});
