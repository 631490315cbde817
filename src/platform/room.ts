import { AppError } from '../shared/errors';
import { addressBucket } from './address';

export type Room = {
  /** Takes room for a caller. Returns a function that gives it back. Throws `server.unavailable` when there is not enough. */
  take: (amount: number, address: string) => () => void;
  /** How much is taken now. */
  size: () => number;
};

/**
 * Bounds what all callers together, and each address, have of something at the same time in this process. The first of all,
 * and the first of an address, may take more than the limit: otherwise it could never be served.
 */
export function createRoom(max: { all: number; ofAddress: number }): Room {
  const byAddress = new Map<string, number>();
  let all = 0;

  return {
    take(amount, address) {
      const key = addressBucket(address);
      const held = byAddress.get(key) ?? 0;
      if ((all > 0 && all + amount > max.all) || (held > 0 && held + amount > max.ofAddress))
        throw new AppError('server.unavailable', { retryAfter: 2 });
      all += amount;
      byAddress.set(key, held + amount);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all -= amount;
        const left = (byAddress.get(key) ?? 0) - amount;
        if (left > 0) byAddress.set(key, left);
        else byAddress.delete(key);
      };
    },
    size: () => all,
  };
}
