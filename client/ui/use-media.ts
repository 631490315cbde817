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

/** Where the look has room for a desktop: the same width as in the stylesheets. */
export const useIsWide = (): boolean => useMedia('(min-width: 62.5em)');
