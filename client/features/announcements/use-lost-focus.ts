import { type RefObject, useEffect, useRef } from 'react';

/**
 * When what had focus leaves the page, its card with it, focus goes to `refuge` instead of nowhere. Spread the answer on
 * what holds the cards; `change` is whatever may take one away.
 */
export function useLostFocus(refuge: RefObject<HTMLElement | null>, change: readonly unknown[]) {
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what may take a card away is the caller's to say
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    isInside.current = false;
    refuge.current?.focus({ preventScroll: true });
  }, change);
  return {
    onFocus: () => {
      isInside.current = true;
    },
    // Not told of an element that is taken away: that is how one knows.
    onBlur: () => {
      isInside.current = false;
    },
  };
}
