import { until } from '../../support/process';
import type { Pair } from './pair';

export type Load = { responses: number; failed: string[]; slowest: number; byServer: number };

/** A response other than 200 with the full content is a failure. */
export function readOn({ caddy }: Pair, lanes: number) {
  const load = { responses: 0, failed: [] as string[], slowest: 0 };
  let isOver = false;
  const running = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (!isOver) {
        const begun = performance.now();
        try {
          const response = await caddy.fetch(lane % 2 ? '/' : '/api/events', { keepalive: true });
          const text = await response.text();
          if (response.status !== 200 || !/Vasaloppet|<!doctype/.test(text))
            load.failed.push(String(response.status));
        } catch (error) {
          load.failed.push(String(error));
        }
        load.responses++;
        load.slowest = Math.max(load.slowest, performance.now() - begun);
      }
    }),
  );
  return {
    load,
    stop: async () => {
      isOver = true;
      await running;
      return load;
    },
  };
}

/** According to its log, without health checks. */
export const servedBy = (pair: Pair, which: 0 | 1): number =>
  pair.servers[which]?.log().match(/"route":"\/(api\/events|\*)?"/g)?.length ?? 0;

export async function killUnderLoad(pair: Pair, rounds: number, lanes: number) {
  const reading = readOn(pair, lanes);
  let back = 0;
  for (let round = 0; round < rounds; round++) {
    const which = (round % 2) as 0 | 1;
    await Bun.sleep(300);
    await pair.kill(which);
    await Bun.sleep(500);
    await pair.restore(which);
    await until(async () => servedBy(pair, which) > 0, 15_000);
    back++;
  }
  return { ...(await reading.stop()), kills: rounds, back };
}
