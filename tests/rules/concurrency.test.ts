import { expect, test } from 'bun:test';
import { createTurnQueue, limitConcurrency, limitPerSecond } from '../../src/platform/concurrency';

test('limits concurrent calls, rejects calls over the limit, and frees the slot of a failed call', async () => {
  const runLimited = limitConcurrency(2, 5);
  const gate = Promise.withResolvers<string>();
  const running = [runLimited(() => gate.promise), runLimited(() => gate.promise)];
  const refused = { code: 'server.unavailable', retryAfter: 5 };
  await expect(runLimited(async () => 'third')).rejects.toMatchObject(refused);
  gate.reject(new Error('broken'));
  const results = await Promise.allSettled(running);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await runLimited(async () => 'again')).toBe('again');
});

test('allows a fixed number of calls in each second of the clock', () => {
  let nowMs = 1_800_000_000_000;
  const mayCall = limitPerSecond(2, () => new Date(nowMs));
  const calls = () => [mayCall(), mayCall(), mayCall()];
  expect(calls()).toEqual([true, true, false]);
  nowMs += 999;
  expect(mayCall()).toBe(false);
  nowMs += 1;
  expect(calls()).toEqual([true, true, false]);
  // A clock that is set back does not block calls until it has caught up.
  nowMs -= 3_600_000;
  expect(calls()).toEqual([true, true, false]);
});

test("takes turns between a member's sessions, however many calls one of them makes", async () => {
  const take = createTurnQueue({ running: 1, waiting: 100 });
  const started: string[] = [];
  const use = async (session: string) => {
    const turn = await take('anna', session);
    started.push(session);
    await Bun.sleep(0);
    turn.end();
  };
  const thief = Array.from({ length: 101 }, () => use('thief'));
  await Promise.all([...thief, use('owner'), use('owner')]);
  expect(started.slice(0, 5)).toEqual(['thief', 'thief', 'owner', 'thief', 'owner']);
  expect(started).toHaveLength(103);
  expect((await take('anna', 'phone')).hasWaited).toBe(false);
});
