import { useSyncExternalStore } from 'react';
import { read, remove, write } from '#client/platform/session/storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();

function storedTheme(): Theme {
  const theme = read('theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The script in `index.html` does the same before the first paint. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') {
    remove('theme');
    delete root.dataset.theme;
  } else {
    write('theme', theme);
    root.dataset.theme = theme;
  }
  paintBrowserBar();
  for (const listener of listeners) listener();
}

/** Gives the browser's own bar the page's background colour, also when the theme was chosen by hand. */
export function paintBrowserBar(): void {
  const chosenTheme = document.documentElement.dataset.theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.dataset.system ??= meta.media;
    const systemMedia = meta.dataset.system;
    meta.media = !chosenTheme ? systemMedia : systemMedia.includes(chosenTheme) ? 'all' : 'not all';
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, storedTheme, () => 'system');
