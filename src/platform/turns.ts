import { setImmediate } from 'node:timers/promises';

/** Other requests wait at most this long for long work, in ms. */
const TURN_MS = 5;

/** For long work in the event loop: the returned function pauses, if TURN_MS have passed since it last did. */
export function createTurns(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    if (performance.now() - startedAt < TURN_MS) return;
    await setImmediate();
    startedAt = performance.now();
  };
}

/** Yields the items with their indexes, and lets other requests run in between. Throws the reason of the abort. */
export async function* inTurns<Item>(
  items: readonly Item[],
  signal?: AbortSignal,
): AsyncGenerator<[index: number, item: Item]> {
  const takeTurns = createTurns();
  for (const [index, item] of items.entries()) {
    await takeTurns();
    signal?.throwIfAborted();
    yield [index, item];
  }
}

/** Maps the items in order, and lets other requests run in between. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for await (const [, item] of inTurns(items)) results.push(map(item));
  return results;
}
