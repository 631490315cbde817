import { useCallback, useMemo } from 'react';
import type { EventFilter } from '../../../src/features/events/rules';
import { isInStep } from '../../platform/navigation/back';
import { useTypedText } from '../../platform/navigation/use-typed-text';
import { type ChangeUrl, useUrlState } from '../../platform/navigation/use-url-state';
import { readFilter, writeFilter } from './filter-url';

const FORMAT = { read: readFilter, write: writeFilter };

/**
 * The filters, held in the URL so that a filtered list can be shared and Back works (D26). A search is one entry of
 * the history, however much is typed; any other choice is one of its own, but in an open filter sheet.
 */
export function useFilter(): [EventFilter, ChangeUrl<EventFilter>] {
  const [inUrl, setUrl] = useUrlState(FORMAT);
  const [q, type] = useTypedText(inUrl.q, (q) => setUrl({ q }));
  const filter = useMemo(() => ({ ...inUrl, q }), [inUrl, q]);

  const change = useCallback<ChangeUrl<EventFilter>>(
    (change, how = isInStep() ? 'replace' : 'push') => {
      const typed = 'q' in change && change.q;
      // The first letter of a search makes its entry.
      if (typed && (inUrl.q || !typed.trim())) return type(typed);
      // What was typed just before stays in its own.
      if (q !== inUrl.q) setUrl({ q });
      setUrl(change, how);
    },
    [setUrl, type, inUrl.q, q],
  );
  return [filter, change];
}
