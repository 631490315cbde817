/**
 * Coalesces concurrent calls of `work`. Calls that arrive during a run share one run that starts after it, so that no
 * caller gets a result from before its call. If the current run fails, the calls that wait for the next one fail with
 * it.
 */
export function coalesce<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    next = undefined;
    const current = work();
    running = current;
    const end = () => {
      if (running === current && !next) running = undefined;
    };
    current.then(end, end);
    return current;
  }

  return () => {
    if (!running) return begin();
    next ??= running.then(begin, (error) => {
      running = undefined;
      next = undefined;
      throw error;
    });
    return next;
  };
}
