import { expect, test } from 'bun:test';
import { NO_STORE, PERSONAL, SHARED } from '#src/platform/http/caching.ts';
import { isTokenPage } from '#src/platform/http/security-headers.ts';
import { operationsOf } from '#src/platform/procedure/operations.ts';
import { appRouter } from '#src/router.ts';
import { isPublicPage, PAGES } from '#src/shared/pages.ts';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';

let eventId = '';
const app = await appOfFile({ caches: true });
const { db } = app;
eventId = (await makeEvent(db, { event_name: 'Vasaloppet' })).id;

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}${path}`, { method, headers, redirect: 'manual' });
const cachingOf = async (path: string, headers?: Record<string, string>, method?: string) =>
  (await get(path, headers, method)).headers.get('cache-control');

test('shared caches may store the public reads, and no other operation', () => {
  const shared = operationsOf(appRouter).filter(({ snapshot, isShared }) => snapshot || isShared);
  expect([...new Set(shared.map(({ name }) => name))].sort()).toEqual([
    'public.announcements.list',
    'public.banners.list',
    'public.contact.info',
    'public.events.coordinates',
    'public.events.get',
    'public.events.list',
    'public.events.past',
    'public.events.race',
    'public.events.upcoming',
    'public.marketplaceSettings.get',
    'public.series.get',
    'public.series.list',
  ]);
  for (const { name, type, method, token, isTokenOptional, bodyOnly, secretField } of shared)
    expect([name, type, method, token, isTokenOptional, bodyOnly, secretField]).toEqual([
      name,
      'query',
      'GET',
      undefined,
      false,
      false,
      undefined,
    ]);
});

test('a change is seen within 2 s: stored for 1 s, and sent for 1 s more', () => {
  expect(SHARED).toBe('public, max-age=0, s-maxage=1, stale-while-revalidate=1');
});

test.each([
  '/api/events',
  '/api/events/ID',
  '/trpc/public.events.list',
  '/trpc/public.events.get?input=%7B%22id%22:%22ID%22%7D',
  '/api/openapi.json',
  '/lopp.ics',
  '/lopp.atom',
  '/lopp.json?sport=L%C3%B6pning',
])('%s may be stored, with and without a token, by GET and HEAD', async (template) => {
  const path = template.replace('ID', eventId);
  const { headers } = await makeMember(app.db);
  // tRPC returns 204 to HEAD.
  for (const sent of [{}, headers, { authorization: 'Bearer x' }])
    for (const method of path.includes('?input=') ? ['GET'] : ['GET', 'HEAD']) {
      const response = await get(path, sent, method);
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, SHARED]);
      expect(response.headers.get('vary')).toBe('accept-encoding');
    }
});

test('a 304 says the same as the whole response', async () => {
  for (const path of ['/api/events', '/lopp.ics']) {
    const etag = (await get(path)).headers.get('etag') ?? '';
    const response = await get(path, { 'if-none-match': etag });
    expect([response.status, response.headers.get('cache-control')]).toEqual([304, SHARED]);
  }
});

test.each([
  `/api/events/${Bun.randomUUIDv7()}`,
  '/trpc/public.events.get?input=%7B%22id%22:1%7D',
  '/trpc/public.events.list,public.banners.list?batch=1',
  '/api/marketplace/profile',
  '/api/health',
  '/api/ready',
  '/api/nowhere',
  '/finns-inte',
])('%s must not be stored', async (path) => {
  expect(await cachingOf(path)).toBe('no-store');
  if (!path.startsWith('/api/')) expect(await cachingOf(path, {}, 'HEAD')).toBe('no-store');
});

test('public pages may be stored, those of one visitor not, and those opened by a token nowhere', async () => {
  for (const page of PAGES) {
    const path = page.replace(/:\w+/g, 'x');
    const personal = isTokenPage(path) ? NO_STORE : PERSONAL;
    expect([page, await cachingOf(path)]).toEqual([page, isPublicPage(path) ? SHARED : personal]);
    if (/token|admin|inbox|profile/.test(page)) expect([page, isPublicPage(path)]).toEqual([page, false]);
  }
});

test('no page depends on cookies or a token, and none is set', async () => {
  const { headers } = await makeMember(app.db);
  const sent = { ...headers, cookie: `marketplace_token=${headers.authorization}; adminToken=x` };
  for (const path of ['/', '/map', '/marketplace', '/lopp.ics', '/api/events', '/marketplace/profile']) {
    const [plain, withCookies] = [await get(path), await get(path, sent)];
    expect(await withCookies.text()).toBe(await plain.text());
    for (const response of [plain, withCookies]) {
      expect(response.headers.getSetCookie()).toEqual([]);
      expect(response.headers.get('vary')).toBe('accept-encoding');
    }
  }
});
