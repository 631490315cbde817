import { useEffect } from 'react';
import type { Entry } from './calendar';

/** About a millisecond of work, also on a slow phone. */
const BATCH_SIZE = 40;
const PAUSE_MS = 30;
/** Rendering the page comes first. */
const START_DELAY_MS = 1500;

export function usePrecomputeSearch(entries: readonly Entry[]): void {
  useEffect(() => {
    let foldedCount = 0;
    let timer = setTimeout(fold, START_DELAY_MS);
    function fold() {
      for (const { getSearchText } of entries.slice(foldedCount, foldedCount + BATCH_SIZE)) getSearchText();
      foldedCount += BATCH_SIZE;
      if (foldedCount < entries.length) timer = setTimeout(fold, PAUSE_MS);
    }
    return () => clearTimeout(timer);
  }, [entries]);
}
