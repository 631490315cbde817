import { createRoom } from './room';

/** A body of at most this many bytes is handed to the operating system whole. */
const PIECE = 64 * 1024;
/** Bytes of larger bodies that may be unsent at one time: in total, and for one address. */
const TOTAL_MAX = 64 * 1024 * 1024;
const ADDRESS_MAX = 16 * 1024 * 1024;

export type Unsent = {
  /**
   * The body of an answer from these parts. A large one is sent piece by piece, as it is read, and the `own` bytes that were
   * made for this answer alone count as unsent until then. Throws `server.unavailable` when too many do already.
   */
  bodyOf: (parts: readonly Blob[], own: number, address: string) => BodyInit;
  /** Bytes that count as unsent now. */
  size: () => number;
};

/**
 * Bounds the memory that slow readers take: Bun copies what a socket does not accept. A connection has one unread response
 * at most, because further pipelined requests close it.
 */
export function createUnsent({ totalMax = TOTAL_MAX, addressMax = ADDRESS_MAX } = {}): Unsent {
  const room = createRoom({ all: totalMax, ofAddress: addressMax });

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
