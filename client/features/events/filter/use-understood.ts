import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayNamePlace, type Understood, understand } from '#src/features/events/search/understand.ts';

export const understoodKey = (q: string, today: string) => ['understood', q.trim(), today] as const;

/** What a text search says. Loads the gazetteer only for one that may name a place. */
export function useUnderstood(q: string, today: string): Understood {
  const withoutPlaces = useMemo(() => understand(q, today), [q, today]);
  const { data } = useQuery({
    queryKey: understoodKey(q, today),
    queryFn: async () =>
      (await import('#src/features/events/search/with-places.ts')).understandSearch(q, today),
    enabled: mayNamePlace(q),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? withoutPlaces;
}
