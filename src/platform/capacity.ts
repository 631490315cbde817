import { AppError } from '../shared/errors';
import { addressBucket, wideNetworkOf } from './address';

export type Capacity = {
  /** Reserves capacity for a caller. Returns a function that releases it. Throws `server.unavailable` over a limit. */
  take: (amount: number, address: string) => () => void;
  size: () => number;
};

const ALL = 'all';
const NETWORK_FACTOR = 3;

/**
 * Limits how much of a resource is in use at the same time in this process: in total, by each address and by each wide
 * network. A limit does not apply while nothing is in use under its key: a larger request could otherwise never be
 * served.
 */
export function createCapacity(max: { all: number; ofAddress: number }): Capacity {
  const taken = new Map<string, number>();
  const takenBy = (key: string) => taken.get(key) ?? 0;

  return {
    take(amount, address) {
      const limits = new Map([
        [ALL, max.all],
        [wideNetworkOf(address), max.ofAddress * NETWORK_FACTOR],
        [addressBucket(address), max.ofAddress],
      ]);
      for (const [key, limit] of limits)
        if (takenBy(key) > 0 && takenBy(key) + amount > limit)
          throw new AppError('server.unavailable', { retryAfter: 2 });
      for (const key of limits.keys()) taken.set(key, takenBy(key) + amount);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        for (const key of limits.keys()) {
          const left = takenBy(key) - amount;
          if (left > 0) taken.set(key, left);
          else taken.delete(key);
        }
      };
    },
    size: () => takenBy(ALL),
  };
}
