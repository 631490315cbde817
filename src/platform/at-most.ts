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
