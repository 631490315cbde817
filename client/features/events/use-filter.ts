import { useCallback, useEffect, useMemo, useState } from 'react';
import type { EventFilter } from '../../../src/features/events/rules';
import { isInStep } from '../../platform/navigation/back';
import { type ChangeUrl, useUrlState } from '../../platform/navigation/use-url-state';
import { readFilter, writeFilter } from './filter-url';

/** Milliseconds. Text is written to the URL when the fingers rest: browsers limit how often history may change. */
const TYPING_PAUSE = 250;

/** Keys that may lead to another page or reload this one. */
const mayLeave = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F5' || key === 'Enter' || ctrlKey || metaKey;

const FORMAT = { read: readFilter, write: writeFilter };

/** What is typed on, over what stands in the URL: it goes when the URL is another. */
type Typed = { q: string; over: EventFilter };

/**
 * The filters, held in the URL so that a filtered list can be shared and Back works (D26). A search is one entry of
 * the history, however much is typed; any other choice is one of its own, but in an open filter sheet.
 */
export function useFilter(): [EventFilter, ChangeUrl<EventFilter>] {
  const [inUrl, setUrl] = useUrlState(FORMAT);
  const [typed, setTyped] = useState<Typed>();
  const q = typed?.over === inUrl ? typed.q : inUrl.q;
  const filter = useMemo(() => ({ ...inUrl, q }), [inUrl, q]);

  useEffect(() => {
    if (q.trim() === inUrl.q.trim()) return;
    const here = window.location.href;
    const write = () => {
      // Another page may have been asked for meanwhile, and be on its way.
      if (window.location.href === here) setUrl({ q }, 'replace');
    };
    const onKey = (event: KeyboardEvent) => mayLeave(event) && write();
    const timer = setTimeout(write, TYPING_PAUSE);
    document.addEventListener('click', write, { capture: true });
    document.addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', write, { capture: true });
      document.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [q, inUrl, setUrl]);

  const change = useCallback<ChangeUrl<EventFilter>>(
    (change, how = isInStep() ? 'replace' : 'push') => {
      const typed = 'q' in change && change.q;
      // The first letter of a search makes its entry.
      if (typed && (inUrl.q || !typed.trim())) return setTyped({ q: typed, over: inUrl });
      // What was typed just before stays in its own.
      if (q !== inUrl.q) setUrl({ q }, 'replace');
      setUrl(change, how);
    },
    [setUrl, inUrl, q],
  );
  return [filter, change];
}
