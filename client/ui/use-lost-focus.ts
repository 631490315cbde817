import { type RefObject, useEffect, useRef } from 'react';

/**
 * When what had focus leaves the page, its card with it, focus goes to `refuge` instead of nowhere. Spread the answer on
 * what holds the cards; `cards` is what it holds.
 */
export function useLostFocus(refuge: RefObject<HTMLElement | null>, cards: readonly unknown[]) {
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other cards are what may have taken the focus away
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    isInside.current = false;
    refuge.current?.focus({ preventScroll: true });
  }, [cards]);
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
