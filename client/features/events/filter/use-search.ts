import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Understood } from '#src/features/events/search/understand.ts';

type SearchModule = typeof import('#src/features/events/search/search.ts');

// Few visits search, so the code of searches is fetched when it is needed, or when the page is idle.
let loaded: SearchModule | undefined;
const listeners = new Set<() => void>();

async function load(): Promise<void> {
  loaded = await import('#src/features/events/search/search.ts');
  for (const notify of listeners) notify();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Rendering the page comes first. */
const PRELOAD_DELAY_MS = 1500;
/** After a failed fetch, such as without a connection. */
const RETRY_MS = 3000;
const NOTHING: Understood = { parts: [], includesPast: false, days: { from: '', to: '' } };

export const understoodKey = (q: string, today: string) => ['understood', q.trim(), today] as const;

type TextSearch = {
  /** Undefined until it is fetched. */
  module: SearchModule | undefined;
  understood: Understood;
  /** A query waits for the code of searches. */
  isLoading: boolean;
};

/** What a text search says. Fetches the gazetteer only for one that may name a place. */
export function useSearch(q: string, today: string): TextSearch {
  const module = useSyncExternalStore(
    subscribe,
    () => loaded,
    () => undefined,
  );
  const hasQuery = q.trim() !== '';
  useEffect(() => {
    if (module) return;
    let timer = setTimeout(attempt, hasQuery ? 0 : PRELOAD_DELAY_MS);
    function attempt() {
      load().catch(() => {
        timer = setTimeout(attempt, RETRY_MS);
      });
    }
    return () => clearTimeout(timer);
  }, [module, hasQuery]);
  const { data } = useQuery({
    queryKey: understoodKey(q, today),
    queryFn: async () =>
      (await import('#src/features/events/search/with-places.ts')).understandSearch(q, today),
    enabled: !!module?.mayNamePlace(q),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const withoutPlaces = useMemo(() => module?.understand(q, today), [module, q, today]);
  return { module, understood: data ?? withoutPlaces ?? NOTHING, isLoading: hasQuery && !module };
}
