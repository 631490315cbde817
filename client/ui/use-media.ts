import { useSyncExternalStore } from 'react';

/** Whether a media query holds, now and when it changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
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
