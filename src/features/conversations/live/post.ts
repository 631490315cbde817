/**
 * What lies waiting for one stream. The same news twice lies there once, so that a window which reads slowly never has
 * more waiting than it has conversations.
 */
export function openPost<Item>(signal: AbortSignal | undefined) {
  const waiting = new Map<string, Item>();
  let isClosed = signal?.aborted ?? false;
  let wake = () => {};

  const close = () => {
    isClosed = true;
    wake();
  };
  signal?.addEventListener('abort', close, { once: true });

  return {
    put(key: string, item: Item) {
      waiting.set(key, item);
      wake();
    },
    close,
    /** What has come, as soon as it has; an empty list when nothing came for so many milliseconds. Ends when closed. */
    async *collect(milliseconds: number): AsyncGenerator<Item[]> {
      while (!isClosed) {
        if (waiting.size === 0) {
          const { promise, resolve } = Promise.withResolvers<void>();
          const timer = setTimeout(resolve, milliseconds);
          wake = resolve;
          await promise;
          clearTimeout(timer);
        }
        if (isClosed) return;
        const items = [...waiting.values()];
        waiting.clear();
        yield items;
      }
    },
  };
}
