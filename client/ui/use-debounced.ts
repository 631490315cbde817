import { useEffect, useState } from 'react';

/** The value after it has not changed for `milliseconds`, so that screen readers do not announce every keystroke. */
export function useDebounced<Value>(value: Value, milliseconds = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
