import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const STORAGE_KEY = 'scroll';
const RESTORE_TIMEOUT_MS = 5000;

/** By history entry and path. They survive a reload. */
let cachedPositions: Map<string, number> | undefined;

function scrollPositions(): Map<string, number> {
  cachedPositions ??= new Map(readStoredPositions());
  return cachedPositions;
}

function readStoredPositions(): [string, number][] {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    return [];
  }
}

function savePositions(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(scrollPositions())));
  } catch {}
}

/**
 * On a new page, focus moves to the content, so that screen readers and the Tab key start there. Filter changes in the
 * URL do not scroll.
 */
export function usePageChange(main: React.RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const navigationType = useNavigationType();
  const lastPath = useRef<string>(undefined);
  // The first entry of every document has the same key.
  const positionKey = `${key} ${pathname}`;

  // Runs before the next effect, so that its scroll to the top is not recorded for the previous entry.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    // The history may already be at an entry that is not rendered yet. Do not record its scrolling for this entry.
    const isCurrentEntry = () => ((history.state as { key?: string } | null)?.key ?? 'default') === key;
    const recordPosition = () =>
      isCurrentEntry() && scrollPositions().set(positionKey, Math.round(window.scrollY));
    window.addEventListener('scroll', recordPosition, { passive: true });
    window.addEventListener('pagehide', savePositions);
    return () => {
      window.removeEventListener('scroll', recordPosition);
      window.removeEventListener('pagehide', savePositions);
    };
  }, [key, positionKey]);

  useLayoutEffect(() => {
    const previousPath = lastPath.current;
    lastPath.current = pathname;
    const isNewPath = previousPath !== pathname;
    // The visitor may have scrolled the server-rendered page before hydration.
    if (previousPath === undefined) {
      if (isNewNavigation()) scrollPositions().delete(positionKey);
      if (window.scrollY > 0) return;
    }
    if (navigationType === 'POP') return restoreScroll(scrollPositions().get(positionKey) ?? 0);
    if (!isNewPath) return;
    window.scrollTo(0, 0);
    if (previousPath !== undefined) main.current?.focus({ preventScroll: true });
  }, [positionKey, pathname, navigationType, main]);
}

/** Opened by a link or an address, not by a reload, Back or Forward. */
function isNewNavigation(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate';
}

/** Scrolls as soon as the page is tall enough. Stops when the visitor scrolls, or after the timeout. */
function restoreScroll(y: number): (() => void) | undefined {
  window.scrollTo(0, y);
  if (Math.abs(window.scrollY - y) < 2) return undefined;
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < y + window.innerHeight) return;
    window.scrollTo(0, y);
    stop();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    window.removeEventListener('wheel', stop);
    window.removeEventListener('touchmove', stop);
    window.removeEventListener('keydown', stop);
  };
  const timer = setTimeout(stop, RESTORE_TIMEOUT_MS);
  observer.observe(document.body);
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchmove', stop, { passive: true });
  window.addEventListener('keydown', stop);
  return stop;
}
