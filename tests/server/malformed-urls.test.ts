import { expect, test } from 'bun:test';
import { appOfFile } from '#tests/support/of-file.ts';

const app = await appOfFile();

const MALFORMED = { detail: 'Det gick inte att läsa det du skickade.', code: 'request.malformed' };

test.each([
  '/trpc/%ff',
  '/trpc/%',
  '/trpc/public.events.list,%zz?batch=1',
  '/api/%ff',
  '/api/admin/events/%ed%a0%80',
])('an escape that is not UTF-8 is rejected as malformed: %s', async (path) => {
  const response = await fetch(app.url + path);
  expect([response.status, await response.json()]).toEqual([400, MALFORMED]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a page with a malformed name returns 404', async () => {
  expect((await fetch(`${app.url}/%ff`)).status).toBe(404);
});

test.each(['a b', 'example.se:99999', '[::1'])('an invalid host is rejected with 400: %s', async (host) => {
  const response = await fetch(`${app.url}/api/events`, { headers: { host } });
  expect(response.status).toBe(400);
});

test('a path is matched from its start, whatever the length of the host', async () => {
  for (const host of ['x', 'x.y', 'example.se']) {
    expect((await fetch(`${app.url}/api/events`, { headers: { host } })).status).toBe(200);
    const prefixedResponse = await fetch(`${app.url}/x/api/events`, { headers: { host } });
    expect(prefixedResponse.status).toBe(404);
  }
});

test.each(['trpc-accept', 'accept'])(
  'a batch is returned as one JSON body, even when %s asks for a stream',
  async (name) => {
    const names = 'marketplace.conversations.list,public.banners.list';
    const headers = { [name]: 'application/jsonl', 'accept-encoding': 'gzip' };
    const response = await fetch(`${app.url}/trpc/${names}?batch=1`, { headers });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject([{ error: {} }, { result: {} }]);
  },
);
