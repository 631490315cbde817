import { AppError } from '../shared/errors';

/** A call whose time is up (D5). */
export const tooLate = () =>
  new AppError('server.unavailable', { retryAfter: 2, cause: new Error('Too slow.') });

/** A call that was cut off while it was being committed: whether it is stored, nobody knows; not to be sent again unseen. */
export const uncertain = (cause?: unknown) => new AppError('server.uncertain', { retryAfter: 2, cause });

/** A timer that rings so much too late tells that this process was held up, and could hear nobody. */
const HELD_UP = 50;

/**
 * Whether `work` succeeds within so many milliseconds. Where this process was held up itself meanwhile, as by a list of
 * 100,000 events, that says nothing of what it waits for: it has as long once more.
 */
export async function succeedsWithin(work: PromiseLike<unknown>, milliseconds: number): Promise<boolean> {
  const begun = performance.now();
  const inTime = () =>
    withDeadline(work, milliseconds).then(
      () => true,
      () => false,
    );
  if (await inTime()) return true;
  return performance.now() - begun > milliseconds + HELD_UP && inTime();
}

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
