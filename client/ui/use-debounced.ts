import { useEffect, useState } from 'react';

/** The value once it has stood still for `milliseconds`: what is read out aloud is not read for every key. */
export function useDebounced<Value>(value: Value, milliseconds = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
