import { useCallback, useSyncExternalStore } from 'react';

/** One MediaQueryList per query: creating one on each render would be slow. */
const cache = new Map<string, MediaQueryList>();

function mediaOf(query: string): MediaQueryList {
  const media = cache.get(query) ?? window.matchMedia(query);
  cache.set(query, media);
  return media;
}

/** False on the server. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const media = mediaOf(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => mediaOf(query).matches,
    () => false,
  );
}

const WIDE = '(min-width: 62.5em)';

/** The same width as in the stylesheets. */
export const useIsWide = (): boolean => useMedia(WIDE);

const noSubscription = () => () => {};

/** Undefined on the server: its pages have both layouts, and CSS hides one of them. */
export function useIsWideAfterHydration(): boolean | undefined {
  const isWide = useIsWide();
  const isKnown = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return isKnown ? isWide : undefined;
}
