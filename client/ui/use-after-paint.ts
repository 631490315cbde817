import { startTransition, useEffect, useState } from 'react';

/** A hidden page is not painted, so do not wait longer than this. */
const MAX_WAIT_MS = 500;

/** Returns a function that cancels the call. */
function afterPaint(callback: () => void): () => void {
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(callback);
  });
  let timer = setTimeout(() => {
    cancelAnimationFrame(frame);
    callback();
  }, MAX_WAIT_MS);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Returns `value` after the change that caused it was painted, and `initialValue` on the first render. The direct
 * effect of a key or click shows at once; work that depends on `value` is done later and can be interrupted. `value`
 * must be stable between renders.
 */
export function useAfterPaint<Value>(value: Value, initialValue = value): Value {
  const [paintedValue, setPainted] = useState(initialValue);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(() => value))), [value]);
  return paintedValue;
}
