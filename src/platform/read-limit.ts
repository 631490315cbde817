import { AppError } from '../shared/errors';
import { addressBucket, wideNetworkOf } from './address';
import { NETWORK_SHARE } from './rate-limit';

/** Reads per minute without a session, for each address. Responses from cached bytes do not count. */
const LIMIT = 600;
const SECONDS = 60;
/** Each key takes some 250 bytes. Beyond this number, the least recently used address or network is forgotten. */
const KEYS_MAX = 10_000;

/** Counts one read. Throws `request.too_many` over the limit of the address or of its wide network. */
export type CountRead = (address: string) => void;

/** The reads of one key: a count for each of the last 60 seconds, at index `second % SECONDS`. */
type Reads = { counts: Uint16Array; sum: number; second: number };

/** Creates a rate limit with sliding windows of one minute, in the memory of this instance. */
export function createReadLimit(now: () => Date): CountRead {
  const countOfAddress = createWindows(LIMIT);
  const countOfNetwork = createWindows(LIMIT * NETWORK_SHARE);

  return (address) => {
    const second = Math.floor(now().getTime() / 1000);
    // Count the address first: rejected reads of one address must not use up the limit of its network.
    countOfAddress(addressBucket(address), second);
    countOfNetwork(wideNetworkOf(address), second);
  };
}

function createWindows(limit: number): (key: string, second: number) => void {
  const byKey = new Map<string, Reads>();

  return (key, second) => {
    const reads = byKey.get(key) ?? { counts: new Uint16Array(SECONDS), sum: 0, second };
    // A Map iterates in insertion order, so the first key is the least recently used one.
    byKey.delete(key);
    byKey.set(key, reads);
    const [oldest] = byKey.keys();
    if (byKey.size > KEYS_MAX && oldest !== undefined) byKey.delete(oldest);
    forgetOld(reads, second);
    if (reads.sum >= limit) throw new AppError('request.too_many', { retryAfter: secondsLeft(reads) });
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

function secondsLeft({ counts, second }: Reads): number {
  for (let left = 1; left < SECONDS; left++) if (counts[(second + left) % SECONDS]) return left;
  return SECONDS;
}
