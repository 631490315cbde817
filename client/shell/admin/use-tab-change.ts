import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { TabKey } from '../../platform/navigation/portal-tabs';

/**
 * On another tab, as on another page, the view goes to the top and focus to the content. On Back and Forward the view
 * goes where it was, which the shell sees to; on a fresh load nothing moves.
 */
export function useTabChange(tab: TabKey, main: RefObject<HTMLElement | null>): void {
  const type = useNavigationType();
  const last = useRef<TabKey>(undefined);
  useLayoutEffect(() => {
    if (last.current === tab) return;
    const isFirst = last.current === undefined;
    last.current = tab;
    if (isFirst && type === 'POP') return;
    if (type !== 'POP') window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [tab, type, main]);
}
