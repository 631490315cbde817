import { afterEach, beforeEach, expect, test } from 'bun:test';
import { getUntypedClient } from '@trpc/client';
import { makeTrpcClient } from '../../client/platform/api/trpc';

let requests: { url: string; method: string | undefined }[] = [];
beforeEach(() => {
  requests = [];
  globalThis.fetch = (async (url: string, { method }: RequestInit = {}) => {
    requests.push({ url, method });
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
    'public.events.list',
    'public.banners.list',
    'marketplace.accounts.profile',
    'admin.events.list',
  ];
  await sendQueries(...names);
  expect(requests).toEqual(names.map((name) => ({ url: `/trpc/${name}`, method: 'GET' })));
});
