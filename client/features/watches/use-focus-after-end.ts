import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref to the element that gets focus when a watch ends, because its button is gone. */
export function useFocusAfterEnd<Element extends HTMLElement>(
  watches: readonly unknown[],
): RefObject<Element | null> {
  const target = useRef<Element>(null);
  const count = useRef(watches.length);
  useEffect(() => {
    const hasEnded = watches.length < count.current;
    count.current = watches.length;
    if (hasEnded && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [watches]);
  return target;
}
