import { expect, test } from 'bun:test';
import { atMost, perSecond } from '../../src/platform/at-most';

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

test('allows so many calls in each second of the clock', () => {
  let at = 1_800_000_000_000;
  const mayCall = perSecond(2, () => new Date(at));
  const calls = () => [mayCall(), mayCall(), mayCall()];
  expect(calls()).toEqual([true, true, false]);
  at += 999;
  expect(mayCall()).toBe(false);
  at += 1;
  expect(calls()).toEqual([true, true, false]);
  // A clock that is set back does not block calls until it has caught up.
  at -= 3_600_000;
  expect(calls()).toEqual([true, true, false]);
});
