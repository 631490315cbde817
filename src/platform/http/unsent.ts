import { createCapacity } from '#src/platform/limits/capacity.ts';

/** Larger bodies are sent in chunks of this size. */
const CHUNK_BYTES = 64 * 1024;
/** Unsent bytes of larger bodies, in total and for one address. */
const TOTAL_BYTES_MAX = 64 * 1024 * 1024;
const ADDRESS_BYTES_MAX = 16 * 1024 * 1024;

export type UnsentBytes = {
  /**
   * Returns a body. A large one is sent only as fast as the client reads it, and its `uncachedBytes`, made for this
   * response alone, count as unsent until then. Throws `server.unavailable` over a limit.
   */
  bodyOf: (parts: readonly Blob[], uncachedBytes: number, address: string) => BodyInit;
  size: () => number;
};

/**
 * Bounds the memory used by slow readers, because Bun copies the bytes that a socket does not accept. A connection has
 * at most one unread response, because further pipelined requests close it.
 */
export function trackUnsentBytes({
  totalBytesMax = TOTAL_BYTES_MAX,
  addressBytesMax = ADDRESS_BYTES_MAX,
} = {}): UnsentBytes {
  const capacity = createCapacity({ all: totalBytesMax, perAddress: addressBytesMax });

  return {
    bodyOf(parts, uncachedBytes, address) {
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      if (size <= CHUNK_BYTES) return new Blob([...parts]);
      const release = uncachedBytes > CHUNK_BYTES ? capacity.take(uncachedBytes, address) : () => {};
      const chunks = chunksOf(parts);
      return new ReadableStream<Uint8Array>(
        {
          pull: async (controller) => {
            const { done, value } = await chunks.next();
            if (value) controller.enqueue(value);
            if (!done) return;
            release();
            controller.close();
          },
          cancel: release,
        },
        { highWaterMark: 0 },
      );
    },
    size: capacity.size,
  };
}

async function* chunksOf(parts: readonly Blob[]): AsyncGenerator<Uint8Array, undefined> {
  for (const part of parts)
    for (let offset = 0; offset < part.size; offset += CHUNK_BYTES)
      yield part.slice(offset, offset + CHUNK_BYTES).bytes();
}
