import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import type { TabKey } from '#client/platform/navigation/portal-tabs.ts';

/**
 * A new tab starts at its top, with focus on its content. On Back and Forward the shell restores the scroll position.
 * The first load does not scroll or move focus.
 */
export function useTabChange(tab: TabKey, main: RefObject<HTMLElement | null>): void {
  const navigationType = useNavigationType();
  const lastTab = useRef<TabKey>(undefined);
  useLayoutEffect(() => {
    if (lastTab.current === tab) return;
    const isFirst = lastTab.current === undefined;
    lastTab.current = tab;
    if (isFirst && navigationType === 'POP') return;
    if (navigationType !== 'POP') window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [tab, navigationType, main]);
}
