import { afterEach, beforeEach, expect, test } from 'bun:test';
import { getUntypedClient } from '@trpc/client';
import { makeTrpcClient } from '../../client/platform/api/trpc';

let asked: { url: string; method: string | undefined }[] = [];
beforeEach(() => {
  asked = [];
  globalThis.fetch = (async (url: string, { method }: RequestInit = {}) => {
    asked.push({ url, method });
    const body = JSON.stringify({ result: { data: [] } });
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }) as unknown as typeof fetch;
});
afterEach(() => localStorage.clear());

const ask = (...names: string[]) => {
  const client = getUntypedClient(makeTrpcClient());
  return Promise.all(names.map((name) => client.query(name)));
};

test('sends one request for each call, and requests cached reads without a query', async () => {
  const names = [
    'public.events.list',
    'public.banners.list',
    'marketplace.accounts.profile',
    'admin.events.list',
  ];
  await ask(...names);
  expect(asked).toEqual(names.map((name) => ({ url: `/trpc/${name}`, method: 'GET' })));
});
