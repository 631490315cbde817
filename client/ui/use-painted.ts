import { startTransition, useEffect, useState } from 'react';

/** Milliseconds: a page that nobody sees is not painted. */
const AT_LATEST = 100;

/** Calls `act` once what stands on the page now has been painted; answers how to call it off. */
export function afterPaint(act: () => void): () => void {
  let timer = setTimeout(act, AT_LATEST);
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * A value as it stood when the page was last painted, at first `before`: what a key or a press itself changes is seen at once,
 * what comes of it is worked out after that, and gives way to the next one.
 */
export function usePainted<Value>(value: Value, before = value): Value {
  const [painted, setPainted] = useState(before);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(() => value))), [value]);
  return painted;
}
