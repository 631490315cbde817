import { addressBucket, wideNetworkOf } from '#src/platform/http/address.ts';
import { AppError } from '#src/shared/errors.ts';

type Capacity = {
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
export function createCapacity(max: { all: number; perAddress: number }): Capacity {
  const usedByKey = new Map<string, number>();
  const usedBy = (key: string) => usedByKey.get(key) ?? 0;

  return {
    take(amount, address) {
      const limits = new Map([
        [ALL, max.all],
        [wideNetworkOf(address), max.perAddress * NETWORK_FACTOR],
        [addressBucket(address), max.perAddress],
      ]);
      for (const [key, limit] of limits)
        if (usedBy(key) > 0 && usedBy(key) + amount > limit)
          throw new AppError('server.unavailable', { retryAfter: 2 });
      for (const key of limits.keys()) usedByKey.set(key, usedBy(key) + amount);
      let isReserved = true;
      return () => {
        if (!isReserved) return;
        isReserved = false;
        for (const key of limits.keys()) {
          const remaining = usedBy(key) - amount;
          if (remaining > 0) usedByKey.set(key, remaining);
          else usedByKey.delete(key);
        }
      };
    },
    size: () => usedBy(ALL),
  };
}
