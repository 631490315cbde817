import { expect, test } from 'bun:test';
import { createTurnQueue, limitConcurrency } from '#src/platform/limits/concurrency.ts';

test('limitConcurrency limits concurrent calls, rejects calls over the limit, and frees the slot of a failed call', async () => {
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

test("createTurnQueue takes turns between a member's sessions, however many calls one of them makes", async () => {
  const take = createTurnQueue({ running: 1, waiting: 100 });
  const started: string[] = [];
  const takeTurn = async (session: string) => {
    const turn = await take('anna', session);
    started.push(session);
    await Bun.sleep(0);
    turn.end();
  };
  const thief = Array.from({ length: 101 }, () => takeTurn('thief'));
  await Promise.all([...thief, takeTurn('owner'), takeTurn('owner')]);
  expect(started.slice(0, 5)).toEqual(['thief', 'thief', 'owner', 'thief', 'owner']);
  expect(started).toHaveLength(103);
  expect((await take('anna', 'phone')).hasWaited).toBe(false);
});
