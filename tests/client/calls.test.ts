import { afterEach, beforeEach, expect, test } from 'bun:test';
import { getUntypedClient } from '@trpc/client';
import { makeTrpcClient } from '../../client/platform/trpc';

let asked: { url: string; method: string | undefined }[] = [];
beforeEach(() => {
  asked = [];
  globalThis.fetch = (async (url: string, { method }: RequestInit = {}) => {
    asked.push({ url, method });
    const answer = { result: { data: [] } };
    const isBatch = url.includes('batch=1');
    const body = JSON.stringify(
      isBatch
        ? url
            .split('?')[0]!
            .split(',')
            .map(() => answer)
        : answer,
    );
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  }) as unknown as typeof fetch;
});
afterEach(() => localStorage.clear());

const ask = (...names: string[]) => {
  const client = getUntypedClient(makeTrpcClient());
  return Promise.all(names.map((name) => client.query(name)));
};

test('what everybody reads is asked for one by one, at an address without a query, that the server has as bytes', async () => {
  const names = ['events.list', 'announcements.list', 'banners.list'].map((name) => `public.${name}`);
  await ask(...names);
  expect(asked).toEqual(names.map((name) => ({ url: `/trpc/${name}`, method: 'GET' })));
});

test('what is for whoever is logged in goes together', async () => {
  const names = ['marketplace.accounts.profile', 'marketplace.announcements.mine'];
  await ask(...names);
  expect(asked.map(({ url }) => url.split('?')[0])).toEqual([`/trpc/${names.join(',')}`]);
});
