import { useDeferredValue, useEffect, useState } from 'react';

/** Input is handled first. The first render uses the value at once. */
export function useDeferred<Value>(value: Value): Value {
  const deferred = useDeferredValue(value);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted ? deferred : value;
}
