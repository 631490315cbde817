import { useDeferredValue, useEffect, useState } from 'react';

/**
 * What the server answers, in its own time once the page has been painted: a press that comes meanwhile is answered first.
 * What is at hand before that stands in the first picture.
 */
export function useUnhurried<Value>(value: Value): Value {
  const later = useDeferredValue(value);
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted ? later : value;
}
