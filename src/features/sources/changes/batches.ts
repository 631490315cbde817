import { setImmediate } from 'node:timers/promises';

/** So many take a few milliseconds. */
const BATCH_SIZE = 200;

/** Maps the items in order, and serves other requests between batches. */
export async function mapInBatches<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    results.push(map(item));
  }
  return results;
}
