import { startTransition, useEffect, useState } from 'react';

/** Milliseconds: a page that nobody sees is not painted. */
const AT_LATEST = 500;

/** Calls `act` once what stands on the page now has been painted; answers how to call it off. */
export function afterPaint(act: () => void): () => void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(act);
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, AT_LATEST);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * A value some time after what changed it was painted, at first `before`: what a key or a press itself changes is seen at once,
 * what comes of it is worked out after that, and gives way to the next one. The value is to be the same from one render to the
 * next while nothing changes.
 */
export function usePainted<Value>(value: Value, before = value): Value {
  const [painted, setPainted] = useState(before);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(() => value))), [value]);
  return painted;
}
