import { until } from '#tests/support/process.ts';
import type { Pair } from './pair.ts';

/** A response other than 200 with the full content is a failure. */
export function startReading({ caddy }: Pair, concurrency: number) {
  const load = { responses: 0, failed: [] as string[], slowestMs: 0 };
  let isOver = false;
  const reads = Promise.all(
    Array.from({ length: concurrency }, async (_, workerIndex) => {
      while (!isOver) {
        const startedAt = performance.now();
        try {
          const response = await caddy.fetch(workerIndex % 2 ? '/' : '/api/events', { keepalive: true });
          const text = await response.text();
          if (response.status !== 200 || !/Vasaloppet|<!doctype/.test(text))
            load.failed.push(String(response.status));
        } catch (error) {
          load.failed.push(String(error));
        }
        load.responses++;
        load.slowestMs = Math.max(load.slowestMs, performance.now() - startedAt);
      }
    }),
  );
  return {
    load,
    stop: async () => {
      isOver = true;
      await reads;
      return load;
    },
  };
}

/** Counts the reads in the log of a server; health checks are no reads. */
export const countServedReads = (pair: Pair, index: 0 | 1): number =>
  pair.servers[index]?.log().match(/"route":"\/(api\/events|\*)?"/g)?.length ?? 0;

export async function killUnderLoad(pair: Pair, rounds: number, concurrency: number) {
  const reading = startReading(pair, concurrency);
  let restored = 0;
  for (let round = 0; round < rounds; round++) {
    const index = (round % 2) as 0 | 1;
    await Bun.sleep(300);
    await pair.kill(index);
    await Bun.sleep(500);
    await pair.restore(index);
    await until(async () => countServedReads(pair, index) > 0, 15_000);
    restored++;
  }
  return { ...(await reading.stop()), kills: rounds, restored };
}
