import { useCallback, useMemo } from 'react';
import { isStepLayerOpen } from '#client/platform/navigation/back.ts';
import { useTypedText } from '#client/platform/navigation/use-typed-text.ts';
import { type ChangeUrl, useUrlState } from '#client/platform/navigation/use-url-state.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { readFilter, writeFilter } from '#src/features/events/filter/url.ts';

const URL_FORMAT = { read: readFilter, write: writeFilter };

/** The filter of the URL, without text that is still being typed. */
export const useUrlFilter = (): EventFilter => useUrlState(URL_FORMAT)[0];

/**
 * The filter, kept in the URL so that it can be shared and Back works. A search is one history entry, however much is
 * typed. Any other change is an entry of its own, except in the open filter sheet.
 */
export function useFilter(): [EventFilter, ChangeUrl<EventFilter>] {
  const [urlFilter, setUrl] = useUrlState(URL_FORMAT);
  const [q, typeSearch] = useTypedText(urlFilter.q, (q) => setUrl({ q }));
  const filter = useMemo(() => ({ ...urlFilter, q }), [urlFilter, q]);

  const changeFilter = useCallback<ChangeUrl<EventFilter>>(
    (change, mode = isStepLayerOpen() ? 'replace' : 'push') => {
      const typedSearch = 'q' in change && change.q;
      // The first letter of a search pushes the entry.
      if (typedSearch && (urlFilter.q || !typedSearch.trim())) return typeSearch(typedSearch);
      // Keep pending search text in its own entry.
      if (q !== urlFilter.q) setUrl({ q });
      setUrl(change, mode);
    },
    [setUrl, typeSearch, urlFilter.q, q],
  );
  return [filter, changeFilter];
}
