const COLLECT_EVERY = 4 * 1024 * 1024;
let passed = 0;

/**
 * Counts streamed bytes and runs the garbage collector every 4 MB. Left alone, the collector runs much later, and
 * memory use grows with the length of the stream.
 */
export function countStreamedBytes(bytes: number): void {
  passed += bytes;
  if (passed < COLLECT_EVERY) return;
  passed = 0;
  Bun.gc(true);
}
