import { setTimeout } from 'node:timers/promises';
import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import type { Log } from '#src/platform/log.ts';

export type Worker = {
  /** Resolves once the worker has stopped. */
  stop: () => Promise<void>;
};

type Options = {
  /** For the log. */
  name: string;
  log: Log;
  /** Pause after `work` had nothing to do or failed. */
  idleMs: number;
  /** Does a piece of work. Returns whether there may be more. `signal` is aborted by `stop`. */
  work: (signal: AbortSignal) => Promise<boolean>;
};

/** Repeats `work` until it is stopped. */
export function startWorker({ name, log, idleMs, work }: Options): Worker {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const mayHaveMore = await work(signal).catch((err) => {
        if (!signal.aborted && !(err instanceof RestoreRunning))
          log.warn({ err }, `${name} failed; it is retried in ${idleMs / 1000} s.`);
        return false;
      });
      if (!mayHaveMore) await setTimeout(idleMs, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}
