import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Does nothing for Back and Forward, which restore the scroll position, or if the start of the list is visible. */
export function useScrollToResults(
  list: RefObject<HTMLElement | null>,
  bar: RefObject<HTMLElement | null>,
): void {
  const { key } = useLocation();
  const type = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is new for each navigation
  useLayoutEffect(() => {
    if (type === 'POP') return;
    if (!list.current || !bar.current) return;
    const sticks = getComputedStyle(bar.current).position === 'sticky';
    const over = list.current.getBoundingClientRect().top - (sticks ? bar.current.offsetHeight : 0);
    if (over < 0) window.scrollBy(0, over);
  }, [key, type, list, bar]);
}
