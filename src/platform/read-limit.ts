import { AppError } from '../shared/errors';
import { addressBucket } from './address';

/** D23: reads a minute without a session, for each address. Responses from cached bytes do not count. */
const LIMIT = 600;
const SECONDS = 60;
/** Each takes some 250 bytes. Beyond it, the address that has not read for the longest time is forgotten. */
const ADDRESSES_MAX = 10_000;

/** Counts one read. Throws `request.too_many` over the limit. */
export type CountRead = (address: string) => void;

/** Reads of one address: a count for each of the last 60 seconds, at index `second % SECONDS`. */
type Reads = { counts: Uint16Array; sum: number; second: number };

/** A sliding window of one minute for each address, in the memory of this instance. */
export function createReadLimit(now: () => Date): CountRead {
  const byAddress = new Map<string, Reads>();

  return (address) => {
    const key = addressBucket(address);
    const second = Math.floor(now().getTime() / 1000);
    const reads = byAddress.get(key) ?? { counts: new Uint16Array(SECONDS), sum: 0, second };
    // A Map keeps the order of insertion: the first key is the one used least recently.
    byAddress.delete(key);
    byAddress.set(key, reads);
    const [oldest] = byAddress.keys();
    if (byAddress.size > ADDRESSES_MAX && oldest !== undefined) byAddress.delete(oldest);
    forgetOld(reads, second);
    if (reads.sum >= LIMIT) throw new AppError('request.too_many', { retryAfter: secondsLeft(reads) });
    const index = reads.second % SECONDS;
    reads.counts[index] = (reads.counts[index] ?? 0) + 1;
    reads.sum++;
  };
}

function forgetOld(reads: Reads, second: number): void {
  const passed = Math.min(second - reads.second, SECONDS);
  for (let ago = 0; ago < passed; ago++) {
    const index = (second - ago) % SECONDS;
    reads.sum -= reads.counts[index] ?? 0;
    reads.counts[index] = 0;
  }
  reads.second = Math.max(reads.second, second);
}

/** Until the oldest counted second leaves the window. */
function secondsLeft({ counts, second }: Reads): number {
  for (let left = 1; left < SECONDS; left++) if (counts[(second + left) % SECONDS]) return left;
  return SECONDS;
}
