import { useCallback, useSyncExternalStore } from 'react';

/** One MediaQueryList per query: creating one on each render would be slow. */
const mediaQueryLists = new Map<string, MediaQueryList>();

function mediaQueryListOf(query: string): MediaQueryList {
  const media = mediaQueryLists.get(query) ?? window.matchMedia(query);
  mediaQueryLists.set(query, media);
  return media;
}

/** False on the server. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = mediaQueryListOf(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => mediaQueryListOf(query).matches,
    () => false,
  );
}

const WIDE_QUERY = '(min-width: 62.5em)';

/** The same width as in the stylesheets. */
export const useIsWide = (): boolean => useMedia(WIDE_QUERY);

const noSubscription = () => () => {};

/** Undefined on the server: its pages have both layouts, and CSS hides one of them. */
export function useIsWideAfterHydration(): boolean | undefined {
  const isWide = useIsWide();
  const isHydrated = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  return isHydrated ? isWide : undefined;
}
