import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a navigation, scrolls up to the start of the list. Does nothing for Back and Forward, which restore the scroll
 * position, or if the start of the list is visible.
 */
export function useScrollToResults(
  list: RefObject<HTMLElement | null>,
  filterBar: RefObject<HTMLElement | null>,
): void {
  const { key } = useLocation();
  const navigationType = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is new for each navigation
  useLayoutEffect(() => {
    if (navigationType === 'POP') return;
    if (!list.current || !filterBar.current) return;
    const isSticky = getComputedStyle(filterBar.current).position === 'sticky';
    const offsetPx =
      list.current.getBoundingClientRect().top - (isSticky ? filterBar.current.offsetHeight : 0);
    if (offsetPx < 0) window.scrollBy(0, offsetPx);
  }, [key, navigationType, list, filterBar]);
}
