import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves focus to `fallback` if the focused card is removed. Spread the returned props on the container of the cards.
 */
export function useLostFocus(fallback: RefObject<HTMLElement | null>, cards: readonly unknown[]) {
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the cards may have removed the focused element
  useEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    isInside.current = false;
    fallback.current?.focus({ preventScroll: true });
  }, [cards]);
  return {
    onFocus: () => {
      isInside.current = true;
    },
    // Not called when the focused element is removed. `isInside` then stays true, which reveals the removal.
    onBlur: () => {
      isInside.current = false;
    },
  };
}
