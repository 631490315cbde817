import { AppError } from '#src/shared/errors.ts';

/** `retryAfter` is in seconds. */
type Limit = { running: number; waiting?: number; retryAfter: number };

type Queue = { running: number; waiting: (() => void)[] };

/**
 * Returns a function that runs work, at most `running` of a key at a time. `waiting` more wait in order, and `work` is
 * told that it waited. The function throws `server.unavailable` if no more may wait.
 */
export function limitConcurrency({ running, waiting = 0, retryAfter }: Limit) {
  const queues = new Map<string, Queue>();

  return async <Result>(work: (hasWaited: boolean) => Promise<Result>, key = ''): Promise<Result> => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    const mustWait = queue.running === running;
    if (mustWait && queue.waiting.length === waiting)
      throw new AppError('server.unavailable', { retryAfter });
    if (mustWait) await new Promise<void>((begin) => queue.waiting.push(begin));
    else queue.running++;
    try {
      return await work(mustWait);
    } finally {
      const beginNext = queue.waiting.shift();
      // The place is passed on, so `running` does not change.
      if (beginNext) beginNext();
      else if (--queue.running === 0) queues.delete(key);
    }
  };
}
