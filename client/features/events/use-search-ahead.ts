import { useEffect } from 'react';
import type { Entry } from './calendar';

/** So many texts are folded at a time: a millisecond or so, also on a slow phone. */
const PART = 40;
const PAUSE = 30;
/** First comes what the page shows. */
const HEAD_START = 1500;

/** Folds the texts for the search little by little, so that the first key has nothing to wait for. */
export function useSearchAhead(entries: readonly Entry[]): void {
  useEffect(() => {
    let done = 0;
    let timer = setTimeout(fold, HEAD_START);
    function fold() {
      for (const { searched } of entries.slice(done, done + PART)) searched();
      done += PART;
      if (done < entries.length) timer = setTimeout(fold, PAUSE);
    }
    return () => clearTimeout(timer);
  }, [entries]);
}
