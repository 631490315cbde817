import { expect, test } from 'bun:test';
import { coalesce } from '#src/platform/limits/coalesce.ts';

function setUp() {
  const runs: { end: () => void; fail: () => void }[] = [];
  const call = coalesce(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const runNumber = runs.push({
      end: () => resolve(runNumber),
      fail: () => reject(new Error(`The ${runNumber}th.`)),
    });
    return promise;
  });
  return { runs, call };
}

test('calls made during a run share the next run', async () => {
  const { runs, call } = setUp();
  const first = call();
  const later = [call(), call()];
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  expect(await first).toBe(1);
  expect(runs).toHaveLength(2);
  const last = call();
  runs[1]?.end();
  expect(await Promise.all(later)).toEqual([2, 2]);
  runs[2]?.end();
  expect(await last).toBe(3);
  void call();
  expect(runs).toHaveLength(4);
});

test('a failed run also rejects the calls that wait for the next one, and a later call runs again', async () => {
  const { runs, call } = setUp();
  const calls = [call(), call()];
  runs[0]?.fail();
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = call();
  runs[1]?.end();
  expect(await again).toBe(2);
});
