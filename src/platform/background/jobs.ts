import type { BackgroundContext } from '#src/platform/context.ts';
import { RestoreRunning } from '#src/platform/database/restore-lock.ts';
import type { Worker } from './worker.ts';

/** Work that each instance repeats. */
type Job = {
  /** For the log. */
  what: string;
  everyMs: number;
  run: (context: BackgroundContext) => Promise<unknown>;
  /** Set for what neither deletes, ends nor announces anything. The rest waits while the clock may be wrong. */
  trustsAnyClock?: true;
};

/** `workers` have loops of their own. */
export type Background = {
  jobs?: readonly Job[];
  workers?: readonly ((context: BackgroundContext) => Worker)[];
};

const SWEEP_INTERVAL_MS = 3_600_000;

/** A job that deletes what has expired. */
export const sweep = (what: string, run: Job['run']): Job => ({
  what: `The cleanup of ${what}`,
  everyMs: SWEEP_INTERVAL_MS,
  run,
});

export async function runJob({ run, trustsAnyClock }: Job, context: BackgroundContext): Promise<void> {
  if (trustsAnyClock || context.clock.isTrusted()) await run(context);
}

/**
 * Runs the job now and then every `everyMs` milliseconds, but not before it is done. Now too, because a process that
 * restarts often would never reach the timer.
 */
export function startJob(job: Job, context: BackgroundContext): { stop: () => void } {
  const { what, everyMs } = job;
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    await runJob(job, context).catch((err) => {
      if (!(err instanceof RestoreRunning))
        context.log.warn({ err }, `${what} failed; it is retried in ${everyMs / 1000} s.`);
    });
    isRunning = false;
  };
  void run();
  const timer = setInterval(run, everyMs);
  return { stop: () => clearInterval(timer) };
}
