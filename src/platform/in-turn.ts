/**
 * `work` done once for all who ask meanwhile: who asks while it is under way shares the next one, so that nobody gets what
 * was done before they asked. When it fails, it fails for who waited for it too.
 */
export function inTurn<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;

  function begin(): Promise<Result> {
    next = undefined;
    const own = work();
    running = own;
    const end = () => {
      if (running === own && !next) running = undefined;
    };
    own.then(end, end);
    return own;
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
