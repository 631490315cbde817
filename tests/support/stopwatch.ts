import type { Stopwatch } from '#src/platform/limits/work-budget.ts';

/**
 * A stopwatch whose times a test sets. Each look at the processor time adds `cpuPerLook` ms; a piece of work looks
 * twice, so it takes that long.
 */
export function fakeStopwatch() {
  const times = { elapsed: 0, cpuPerLook: 0, looks: 0 };
  let used = 0;
  const stopwatch: Stopwatch = {
    elapsed: () => times.elapsed,
    cpu: () => {
      times.looks++;
      used += times.cpuPerLook;
      return used;
    },
  };
  return { times, stopwatch };
}
