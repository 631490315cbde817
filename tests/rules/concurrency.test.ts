import { expect, test } from 'bun:test';
import { limitConcurrency } from '#src/platform/limits/concurrency.ts';

test('limitConcurrency limits concurrent calls, rejects calls over the limit, and frees the slot of a failed call', async () => {
  const runLimited = limitConcurrency({ running: 2, retryAfter: 5 });
  const gate = Promise.withResolvers<string>();
  const running = [runLimited(() => gate.promise), runLimited(() => gate.promise)];
  const refused = { code: 'server.unavailable', retryAfter: 5 };
  await expect(runLimited(async () => 'third')).rejects.toMatchObject(refused);
  gate.reject(new Error('broken'));
  const results = await Promise.allSettled(running);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await runLimited(async () => 'again')).toBe('again');
});

test('limitConcurrency lets calls of a key wait in order, tells them, and keeps no other key waiting', async () => {
  const runInTurn = limitConcurrency({ running: 1, waiting: 2, retryAfter: 1 });
  const log: string[] = [];
  const run = (name: string, key: string) =>
    runInTurn(async (hasWaited) => {
      log.push(`${name} ${hasWaited}`);
      await Bun.sleep(0);
    }, key);
  const calls = [run('first', 'anna'), run('second', 'anna'), run('third', 'anna')];
  await expect(run('fourth', 'anna')).rejects.toMatchObject({ code: 'server.unavailable', retryAfter: 1 });
  await Promise.all([...calls, run('other', 'bo')]);
  expect(log).toEqual(['first false', 'other false', 'second true', 'third true']);
  await run('last', 'anna');
  expect(log.at(-1)).toBe('last false');
});
