import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';
import { getUntypedClient } from '@trpc/client';
import { makeTrpcClient } from '#client/platform/api/trpc.ts';

let requests: { url: string; method: string | undefined }[] = [];
/** What a read asks of the browser's cache and of shared caches. */
let cacheModes: [browser: string | undefined, shared: string | null][] = [];
beforeEach(() => {
  requests = [];
  cacheModes = [];
  globalThis.fetch = (async (url: string, { method, cache, headers }: RequestInit = {}) => {
    requests.push({ url, method });
    cacheModes.push([cache, new Headers(headers).get('cache-control')]);
    const body = JSON.stringify({ result: { data: [] } });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }) as unknown as typeof fetch;
});
afterEach(() => localStorage.clear());

const sendQueries = (...names: string[]) => {
  const client = getUntypedClient(makeTrpcClient());
  return Promise.all(names.map((name) => client.query(name)));
};

test('the tRPC client sends each call as its own request, and adds no query string to a call that has no input', async () => {
  const names = [
    'public.events.upcoming',
    'public.banners.list',
    'marketplace.accounts.profile',
    'admin.events.list',
  ];
  await sendQueries(...names);
  expect(requests).toEqual(names.map((name) => ({ url: `/trpc/${name}`, method: 'GET' })));
});

test('a read asks the server for changes, and for 3 s after a write goes past shared caches', async () => {
  const client = getUntypedClient(makeTrpcClient());
  const clock = spyOn(performance, 'now');
  try {
    // Later than any real time of the other tests in this process.
    const readAt = (ms: number) => {
      clock.mockReturnValue(1e9 + ms);
      return client.query('public.announcements.list');
    };
    await readAt(0);
    await client.mutation('marketplace.announcements.create', {});
    await readAt(2999);
    await readAt(3000);
  } finally {
    clock.mockRestore();
  }
  const [before, , justAfter, later] = cacheModes;
  expect([before, justAfter, later]).toEqual([
    ['no-cache', null],
    ['no-cache', 'no-cache'],
    ['no-cache', null],
  ]);
});

test('a call that may take minutes has a later timeout', async () => {
  const timeout = spyOn(AbortSignal, 'timeout');
  try {
    const client = getUntypedClient(makeTrpcClient());
    await client.query('admin.events.list');
    await client.mutation('admin.links.check', {});
    await client.query('admin.duplicates.list', {});
    expect(timeout.mock.calls.flat()).toEqual([15_000, 300_000, 300_000]);
  } finally {
    timeout.mockRestore();
  }
});
