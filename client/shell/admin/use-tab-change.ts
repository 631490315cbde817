import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { TabKey } from '../../platform/navigation/portal-tabs';

/** On Back and Forward the shell restores the scroll position. The first load does not scroll or move focus. */
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
