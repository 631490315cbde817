import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const KEPT = 'scroll';

/** Where the view stood, by entry of the history and its page; kept over a reload. */
let spots: Map<string, number> | undefined;

function spotsOf(): Map<string, number> {
  spots ??= new Map(remembered());
  return spots;
}

function remembered(): [string, number][] {
  try {
    return Object.entries(JSON.parse(sessionStorage.getItem(KEPT) ?? '{}'));
  } catch {
    return [];
  }
}

function keepSpots(): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(spotsOf())));
  } catch {}
}

/**
 * On another page the view goes to the top and focus to the content, so that a reader and the Tab key start there;
 * on Back and Forward the view goes where it was. Filters that change in the URL move nothing.
 */
export function usePageChange(main: React.RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const lastPath = useRef<string>(undefined);
  // The first entry of every document has the same key.
  const spot = `${key} ${pathname}`;

  // Before the effect below: its scroll to the top must not count as this entry's spot.
  useLayoutEffect(() => {
    history.scrollRestoration = 'manual';
    // What was gone to may not be rendered yet: its scrolling is not this entry's.
    const isHere = () => ((history.state as { key?: string } | null)?.key ?? 'default') === key;
    const note = () => isHere() && spotsOf().set(spot, Math.round(window.scrollY));
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keepSpots);
    return () => {
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keepSpots);
    };
  }, [key, spot]);

  useLayoutEffect(() => {
    const before = lastPath.current;
    lastPath.current = pathname;
    const moved = before !== pathname;
    // What the server sent may be read, and scrolled, before any code is here.
    if (before === undefined) {
      if (isFresh()) spotsOf().delete(spot);
      if (window.scrollY > 0) return;
    }
    if (type === 'POP') return returnTo(spotsOf().get(spot) ?? 0);
    if (!moved) return;
    window.scrollTo(0, 0);
    if (before !== undefined) main.current?.focus({ preventScroll: true });
  }, [spot, pathname, type, main]);
}

/** Whether the document was asked for by its address, and neither once more nor by Back or Forward. */
function isFresh(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate';
}

/** Goes back to a spot as soon as the page is tall enough for it; gives up when the reader scrolls. */
function returnTo(y: number): (() => void) | undefined {
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
  const timer = setTimeout(stop, 5000);
  observer.observe(document.body);
  window.addEventListener('wheel', stop, { passive: true });
  window.addEventListener('touchmove', stop, { passive: true });
  window.addEventListener('keydown', stop);
  return stop;
}
