import { useEffect } from 'react';
import type { Search } from '#src/features/events/search/find.ts';

/** About a millisecond of work, also on a slow phone. */
const BATCH_SIZE = 40;
const PAUSE_MS = 30;
/** Rendering the page comes first. */
const START_DELAY_MS = 1500;

export function usePrecomputeSearch(search: Pick<Search<unknown>, 'prepare'> | undefined): void {
  useEffect(() => {
    if (!search) return;
    let timer = setTimeout(prepare, START_DELAY_MS);
    function prepare() {
      if (search?.prepare(BATCH_SIZE)) timer = setTimeout(prepare, PAUSE_MS);
    }
    return () => clearTimeout(timer);
  }, [search]);
}
