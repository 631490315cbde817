const COLLECT_INTERVAL_BYTES = 4 * 1024 * 1024;
let bytesSinceCollection = 0;

/**
 * Counts streamed bytes and runs the garbage collector every 4 MB. Left alone, the collector runs much later, and
 * memory use grows with the length of the stream.
 */
export function countStreamedBytes(bytes: number): void {
  bytesSinceCollection += bytes;
  if (bytesSinceCollection < COLLECT_INTERVAL_BYTES) return;
  bytesSinceCollection = 0;
  Bun.gc(true);
}
