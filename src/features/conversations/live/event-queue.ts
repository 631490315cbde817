/** An event replaces a waiting one with the same key, so that the queue of a slow reader stays bounded. */
export function createEventQueue<Item>(signal: AbortSignal | undefined) {
  const pending = new Map<string, Item>();
  let isClosed = signal?.aborted ?? false;
  let wake = () => {};

  const close = () => {
    isClosed = true;
    wake();
  };
  signal?.addEventListener('abort', close, { once: true });

  return {
    put(key: string, item: Item) {
      pending.set(key, item);
      wake();
    },
    close,
    /** Yields the waiting events, or an empty list after `milliseconds` without any. */
    async *collect(milliseconds: number): AsyncGenerator<Item[]> {
      while (!isClosed) {
        if (pending.size === 0) {
          const { promise, resolve } = Promise.withResolvers<void>();
          const timer = setTimeout(resolve, milliseconds);
          wake = resolve;
          await promise;
          clearTimeout(timer);
        }
        if (isClosed) return;
        const items = [...pending.values()];
        pending.clear();
        yield items;
      }
    },
  };
}
