import { AppError } from '../shared/errors';
import { addressBucket, wideNetworkOf } from './address';

export type Room = {
  /** Takes room for a caller. Returns a function that gives it back. Throws `server.unavailable` when there is not enough. */
  take: (amount: number, address: string) => () => void;
  /** How much is taken now. */
  size: () => number;
};

/** The key of what all callers have. */
const ALL = 'all';
/** The limit of a wide network, in limits of one address. */
const NETWORK_FACTOR = 3;

/**
 * Bounds what all callers together, each address and each wide network have of something at the same time in this process.
 * The first of each may take more than the limit: otherwise it could never be served.
 */
export function createRoom(max: { all: number; ofAddress: number }): Room {
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
