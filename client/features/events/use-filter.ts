import { useCallback, useMemo } from 'react';
import type { EventFilter } from '../../../src/features/events/rules';
import { isInStep } from '../../platform/navigation/back';
import { useTypedText } from '../../platform/navigation/use-typed-text';
import { type ChangeUrl, useUrlState } from '../../platform/navigation/use-url-state';
import { readFilter, writeFilter } from './filter-url';

const FORMAT = { read: readFilter, write: writeFilter };

/**
 * The filter, kept in the URL so that it can be shared and Back works. A search is one history entry, however much is
 * typed. Any other change is an entry of its own, except in the open filter sheet.
 */
export function useFilter(): [EventFilter, ChangeUrl<EventFilter>] {
  const [inUrl, setUrl] = useUrlState(FORMAT);
  const [q, type] = useTypedText(inUrl.q, (q) => setUrl({ q }));
  const filter = useMemo(() => ({ ...inUrl, q }), [inUrl, q]);

  const change = useCallback<ChangeUrl<EventFilter>>(
    (change, mode = isInStep() ? 'replace' : 'push') => {
      const typed = 'q' in change && change.q;
      // The first letter of a search pushes the entry.
      if (typed && (inUrl.q || !typed.trim())) return type(typed);
      // Keep pending search text in its own entry.
      if (q !== inUrl.q) setUrl({ q });
      setUrl(change, mode);
    },
    [setUrl, type, inUrl.q, q],
  );
  return [filter, change];
}
