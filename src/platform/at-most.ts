import { AppError } from '../shared/errors';

/** Lets at most `max` calls of its work run in this process at a time. Throws `server.unavailable` for further ones. */
export function atMost(max: number, retryAfter: number) {
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= max) throw new AppError('server.unavailable', { retryAfter });
    running++;
    try {
      return await work();
    } finally {
      running--;
    }
  };
}

/** Allows at most `max` calls in each second of the clock, in this process. Returns whether this call is allowed. */
export function perSecond(max: number, now: () => Date): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now().getTime() / 1000);
    if (current !== second) count = 0;
    second = current;
    return ++count <= max;
  };
}
