import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const spotOf = (key: string) => `scroll:${key}`;

function remember(key: string, y: number): void {
  try {
    sessionStorage.setItem(spotOf(key), String(Math.round(y)));
  } catch {}
}

function recall(key: string): number {
  try {
    return Number(sessionStorage.getItem(spotOf(key)) ?? 0);
  } catch {
    return 0;
  }
}

/**
 * On another page the view goes to the top and focus to the content, so that a reader and the Tab key start there;
 * on Back and Forward the view goes where it was. Filters that change in the URL move nothing.
 */
export function usePageChange(main: React.RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const lastPath = useRef<string>(undefined);

  useEffect(() => {
    history.scrollRestoration = 'manual';
    const leave = () => remember(key, window.scrollY);
    window.addEventListener('scrollend', leave);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('scrollend', leave);
      window.removeEventListener('pagehide', leave);
    };
  }, [key]);

  useLayoutEffect(() => {
    const before = lastPath.current;
    lastPath.current = pathname;
    const moved = before !== pathname;
    if (type === 'POP') return returnTo(recall(key));
    if (!moved) return;
    window.scrollTo(0, 0);
    if (before !== undefined) main.current?.focus({ preventScroll: true });
  }, [key, pathname, type, main]);
}

/** Goes back to a spot as soon as the page is tall enough for it; gives up when the reader scrolls. */
function returnTo(y: number): (() => void) | undefined {
  if (y === 0) return undefined;
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
