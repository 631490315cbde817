import { AppError } from '../shared/errors';
import { addressBucket } from './address';

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
  const byAddress = new Map<string, number>();
  let total = 0;

  function hold(bytes: number, key: string): () => void {
    const held = byAddress.get(key) ?? 0;
    // A single response may exceed a limit: otherwise it could never be sent.
    if ((total > 0 && total + bytes > totalMax) || (held > 0 && held + bytes > addressMax))
      throw new AppError('server.unavailable', { retryAfter: 2 });
    total += bytes;
    byAddress.set(key, held + bytes);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      total -= bytes;
      const left = (byAddress.get(key) ?? 0) - bytes;
      if (left > 0) byAddress.set(key, left);
      else byAddress.delete(key);
    };
  }

  return {
    bodyOf(parts, own, address) {
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      if (size <= PIECE) return new Blob([...parts]);
      const release = own > PIECE ? hold(own, addressBucket(address)) : () => {};
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
    size: () => total,
  };
}

async function* piecesOf(parts: readonly Blob[]): AsyncGenerator<Uint8Array, undefined> {
  for (const part of parts)
    for (let at = 0; at < part.size; at += PIECE) yield part.slice(at, at + PIECE).bytes();
}
