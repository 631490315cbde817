import { AppError } from '#src/shared/errors.ts';

export const timedOut = () =>
  new AppError('server.unavailable', { retryAfter: 2, cause: new Error('The call exceeded its deadline.') });

/** For a call that was interrupted during its commit. Clients must check the outcome before retrying. */
export const commitUncertain = (cause?: unknown) =>
  new AppError('server.uncertain', { retryAfter: 2, cause });

/** Rejects with `server.unavailable` if `work` takes longer. `work` is not stopped, but its result is ignored. */
export async function withDeadline<Result>(work: PromiseLike<Result>, milliseconds: number): Promise<Result> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(timedOut()), milliseconds);
  try {
    return await Promise.race([work, deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
