const EVERY = 4 * 1024 * 1024;
let passed = 0;

/**
 * Notes that so many bytes of something long went through: what is left of them is collected every few megabytes. By
 * itself the collector lets many times as much lie before it comes, so that the longer the stream the more memory it took.
 */
export function notePassed(bytes: number): void {
  passed += bytes;
  if (passed < EVERY) return;
  passed = 0;
  Bun.gc(true);
}
