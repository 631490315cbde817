import { addressBucket, wideNetworkOf } from '#src/platform/http/address.ts';
import { AppError } from '#src/shared/errors.ts';
import { NETWORK_LIMIT_FACTOR } from './rate-limit.ts';

/** The limit of an address without a session. Responses from cached bytes do not count. */
const READS_PER_MINUTE = 600;
const WINDOW_SECONDS = 60;
/** Each key takes some 250 bytes. Beyond this number, the least recently used address or network is forgotten. */
const KEYS_MAX = 10_000;

/** Counts one read. Throws `request.too_many` over the limit of the address or of its wide network. */
type CountRead = (address: string) => void;

/** The reads of one key: a count for each of the last 60 seconds, at index `second % WINDOW_SECONDS`. */
type Reads = { counts: Uint16Array; sum: number; second: number };

/** Sliding windows of one minute, in the memory of this instance. `elapsed` is monotonic, in milliseconds. */
export function createReadLimit(elapsed: () => number): CountRead {
  const countForAddress = createWindows(READS_PER_MINUTE);
  const countForNetwork = createWindows(READS_PER_MINUTE * NETWORK_LIMIT_FACTOR);

  return (address) => {
    const second = Math.floor(elapsed() / 1000);
    // Count the address first: rejected reads of one address must not use up the limit of its network.
    countForAddress(addressBucket(address), second);
    countForNetwork(wideNetworkOf(address), second);
  };
}

function createWindows(limit: number): (key: string, second: number) => void {
  const byKey = new Map<string, Reads>();

  return (key, second) => {
    const reads = byKey.get(key) ?? { counts: new Uint16Array(WINDOW_SECONDS), sum: 0, second };
    // A Map iterates in insertion order, so the first key is the least recently used one.
    byKey.delete(key);
    byKey.set(key, reads);
    const [oldest] = byKey.keys();
    if (byKey.size > KEYS_MAX && oldest !== undefined) byKey.delete(oldest);
    forgetOldReads(reads, second);
    if (reads.sum >= limit)
      throw new AppError('request.too_many', { retryAfter: secondsUntilNextRead(reads) });
    const index = reads.second % WINDOW_SECONDS;
    reads.counts[index] = (reads.counts[index] ?? 0) + 1;
    reads.sum++;
  };
}

function forgetOldReads(reads: Reads, second: number): void {
  const elapsedSeconds = Math.min(second - reads.second, WINDOW_SECONDS);
  for (let ago = 0; ago < elapsedSeconds; ago++) {
    const index = (second - ago) % WINDOW_SECONDS;
    reads.sum -= reads.counts[index] ?? 0;
    reads.counts[index] = 0;
  }
  reads.second = Math.max(reads.second, second);
}

function secondsUntilNextRead({ counts, second }: Reads): number {
  for (let secondsLeft = 1; secondsLeft < WINDOW_SECONDS; secondsLeft++)
    if (counts[(second + secondsLeft) % WINDOW_SECONDS]) return secondsLeft;
  return WINDOW_SECONDS;
}
