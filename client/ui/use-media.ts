import { useCallback, useSyncExternalStore } from 'react';

/** Made once each: asking for one costs, and a list of them is asked at every rendering. */
const known = new Map<string, MediaQueryList>();

function mediaOf(query: string): MediaQueryList {
  const media = known.get(query) ?? window.matchMedia(query);
  known.set(query, media);
  return media;
}

/** Whether a media query holds, now and when it changes. */
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

/** Where the look has room for a desktop: the same width as in the stylesheets. */
export const useIsWide = (): boolean => useMedia(WIDE);

const nothing = () => () => {};

/** The same, undefined in what the server renders, where nobody knows: there both stand, and the stylesheet hides one. */
export function useIsWideIfKnown(): boolean | undefined {
  const isWide = useIsWide();
  const isKnown = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  );
  return isKnown ? isWide : undefined;
}
