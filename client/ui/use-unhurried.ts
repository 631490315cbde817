import { useDeferredValue, useEffect, useState } from 'react';

/**
 * Defers later values, so that input is handled first. The first render uses the value at once.
 */
export function useUnhurried<Value>(value: Value): Value {
  const later = useDeferredValue(value);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted ? later : value;
}
