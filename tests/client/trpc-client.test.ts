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

const query = (...names: string[]) => {
  const client = getUntypedClient(makeTrpcClient());
  return Promise.all(names.map((name) => client.query(name)));
};

test('the tRPC client does not batch calls, and sends calls without input without a query string', async () => {
  const names = [
    'public.events.list',
    'public.banners.list',
    'marketplace.accounts.profile',
    'admin.events.list',
  ];
  await query(...names);
  expect(requests).toEqual(names.map((name) => ({ url: `/trpc/${name}`, method: 'GET' })));
});
