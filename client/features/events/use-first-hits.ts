import { type RefObject, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * After a change of the filters the first hits are in sight, under the bar that sticks; the reader may have stood deep
 * in the list. Back and Forward lead to where the view was, and a list that begins in sight stays where it is.
 */
export function useFirstHits(list: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const type = useNavigationType();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what tells one change from the next
  useLayoutEffect(() => {
    if (type === 'POP') return;
    if (!list.current || !bar.current) return;
    const sticks = getComputedStyle(bar.current).position === 'sticky';
    const over = list.current.getBoundingClientRect().top - (sticks ? bar.current.offsetHeight : 0);
    if (over < 0) window.scrollBy(0, over);
  }, [key, type, list, bar]);
}
