import { useEffect, useState } from 'react';

/**
 * Returns `value` once it has not changed for a while, for example so that screen readers do not announce every
 * keystroke.
 */
export function useDebounced<Value>(value: Value, delayMs = 400): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
