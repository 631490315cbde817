import { createCapacity } from './capacity';

/** Bodies of up to this many bytes are sent whole. Larger ones are sent in pieces of this size. */
const PIECE = 64 * 1024;
/** The bytes of larger bodies that may be unsent at the same time: in total, and for one address. */
const TOTAL_MAX = 64 * 1024 * 1024;
const ADDRESS_MAX = 16 * 1024 * 1024;

export type Unsent = {
  /**
   * Returns a response body made of `parts`. A large body is sent in pieces, only as fast as the client reads it. Its
   * `own` bytes, those made for this response alone, count as unsent until it is sent. Throws `server.unavailable` over
   * a limit.
   */
  bodyOf: (parts: readonly Blob[], own: number, address: string) => BodyInit;
  size: () => number;
};

/**
 * Bounds the memory used by slow readers, because Bun copies the bytes that a socket does not accept. A connection has
 * at most one unread response, because further pipelined requests close it.
 */
export function createUnsent({ totalMax = TOTAL_MAX, addressMax = ADDRESS_MAX } = {}): Unsent {
  const room = createCapacity({ all: totalMax, ofAddress: addressMax });

  return {
    bodyOf(parts, own, address) {
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      if (size <= PIECE) return new Blob([...parts]);
      const release = own > PIECE ? room.take(own, address) : () => {};
      const pieces = piecesOf(parts);
      return new ReadableStream<Uint8Array>(
        {
          pull: async (out) => {
            const { done, value } = await pieces.next();
            if (value) out.enqueue(value);
            if (!done) return;
            release();
            out.close();
          },
          cancel: release,
        },
        { highWaterMark: 0 },
      );
    },
    size: room.size,
  };
}

async function* piecesOf(parts: readonly Blob[]): AsyncGenerator<Uint8Array, undefined> {
  for (const part of parts)
    for (let at = 0; at < part.size; at += PIECE) yield part.slice(at, at + PIECE).bytes();
}
