import { expect, test } from 'bun:test';
import { jsonInChunks } from '#src/platform/http/json-chunks.ts';

const numbers = Array.from({ length: 1001 }, (_, index) => index);

test.each<[string, Record<string, unknown>]>([
  ['nothing', {}],
  ['only what is undefined', { a: undefined }],
  ['an empty list', { a: [], b: 1 }],
  ['several long lists', { a: numbers, b: 'å', c: numbers.map((id) => ({ id })), d: undefined, e: null }],
])('an object with %s is serialized as by JSON.stringify', async (_what, value) => {
  expect(await (await jsonInChunks(value)).text()).toBe(JSON.stringify(value));
});

test('others run between the chunks of each list', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await jsonInChunks({ rows: [], errors: numbers.flatMap(() => numbers) });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
