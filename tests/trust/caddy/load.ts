import { until } from '../../support/process';
import type { Pair } from './pair';

export type Load = { answers: number; failed: string[]; slowest: number; byServer: number };

/** Reads of the calendar, so many at a time, until told to stop; whatever is not 200 with all of it has failed. */
export function readOn({ caddy }: Pair, lanes: number) {
  const load = { answers: 0, failed: [] as string[], slowest: 0 };
  let isOver = false;
  const running = Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (!isOver) {
        const begun = performance.now();
        try {
          const answer = await caddy.fetch(lane % 2 ? '/' : '/api/events', { keepalive: true });
          const text = await answer.text();
          if (answer.status !== 200 || !/Vasaloppet|<!doctype/.test(text))
            load.failed.push(String(answer.status));
        } catch (error) {
          load.failed.push(String(error));
        }
        load.answers++;
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

/** How many requests an instance has answered, as its own log counts them; health checks are none. */
export const servedBy = (pair: Pair, which: 0 | 1): number =>
  pair.servers[which]?.log().match(/"route":"\/(api\/events|\*)?"/g)?.length ?? 0;

/** Ends each in its turn while people read, and waits until the one that came back serves them again. */
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
