import { AppError } from '../shared/errors';

/** A call whose time is up (D5). */
export const tooLate = () =>
  new AppError('server.unavailable', { retryAfter: 2, cause: new Error('Too slow.') });

/** A call that was cut off during its commit. The outcome is unknown: check before retrying. */
export const uncertain = (cause?: unknown) => new AppError('server.uncertain', { retryAfter: 2, cause });

/** Settles as `work` does, or rejects with `server.unavailable` when that takes longer (D5); `work` goes on unheard. */
export async function withDeadline<Result>(work: PromiseLike<Result>, milliseconds: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(tooLate()), milliseconds);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
