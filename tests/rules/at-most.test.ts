import { expect, test } from 'bun:test';
import { atMost } from '../../src/platform/at-most';

test('runs so many at a time, refuses further ones, and has room again after an error', async () => {
  const oneOfTwo = atMost(2, 5);
  const gate = Promise.withResolvers<string>();
  const running = [oneOfTwo(() => gate.promise), oneOfTwo(() => gate.promise)];
  const refused = { code: 'server.unavailable', retryAfter: 5 };
  await expect(oneOfTwo(async () => 'third')).rejects.toMatchObject(refused);
  gate.reject(new Error('broken'));
  const ends = await Promise.allSettled(running);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await oneOfTwo(async () => 'again')).toBe('again');
});
