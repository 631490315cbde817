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

/** Waits for the turn of a caller. Returns a function that ends it. Throws `server.unavailable` if too many wait. */
export type TakeTurn = (caller: string) => Promise<() => void>;

/** Lets each caller have at most `running` turns in this process at a time. Further ones wait, at most `waiting` of them. */
export function createTurns(max: { running: number; waiting: number }): TakeTurn {
  const byCaller = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async (caller) => {
    const own = byCaller.get(caller) ?? { running: 0, waiting: [] };
    byCaller.set(caller, own);
    if (own.running < max.running) {
      own.running++;
    } else {
      if (own.waiting.length >= max.waiting) throw new AppError('server.unavailable', { retryAfter: 1 });
      // A turn that ends is passed to the next caller, so `running` does not change.
      await new Promise<void>((handOn) => own.waiting.push(handOn));
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = own.waiting.shift();
      if (next) return next();
      own.running--;
      if (own.running === 0) byCaller.delete(caller);
    };
  };
}
