const LONGEST_MS = 60_000;

export type Pause = { isOver: () => boolean; begin: () => void; reset: () => void };

/** Pauses all sending, with exponential back-off until it is reset. Failures during a pause do not extend it. */
export function createPause(firstMs: number): Pause {
  let failures = 0;
  let resumeAt = 0;
  const isOver = () => performance.now() >= resumeAt;
  return {
    isOver,
    begin() {
      if (isOver())
        resumeAt = performance.now() + Math.min(LONGEST_MS, firstMs * 2 ** Math.min(failures++, 10));
    },
    reset() {
      failures = 0;
    },
  };
}
