import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { EventFilter } from '../../../src/features/events/rules';
import { readFilter, writeFilter } from './filter-url';

/** Text is written to the URL when the fingers rest: browsers limit how often history may change. */
const TYPING_PAUSE = 250;

/** Marks the entries of the history that this hook wrote: they follow the state, not the other way round. */
type Mark = { fromFilter?: boolean } | null;

/**
 * The filters, held in the URL so that a filtered list can be shared and Back works (D26). What is typed replaces
 * the entry of the history, any other choice makes a new one. The state answers at once, the URL follows.
 */
export function useFilter(): [EventFilter, (change: Partial<EventFilter>) => void] {
  const { search, pathname, state, key } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => readFilter(new URLSearchParams(search)));
  const latest = useRef(filter);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const write = useCallback(
    (replace: boolean) => {
      clearTimeout(typing.current);
      navigate({ pathname, search: writeFilter(latest.current) }, { replace, state: { fromFilter: true } });
    },
    [navigate, pathname],
  );

  // Back, Forward and links come from outside: the state follows them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what tells one visit of a URL from the next
  useEffect(() => {
    if (type !== 'POP' && (state as Mark)?.fromFilter) return;
    const asked = new URLSearchParams(search);
    if (writeFilter(readFilter(asked)) === writeFilter(latest.current)) return;
    clearTimeout(typing.current);
    latest.current = readFilter(asked);
    setFilter(latest.current);
  }, [search, state, type, key]);

  useEffect(() => () => clearTimeout(typing.current), []);

  const change = useCallback(
    (part: Partial<EventFilter>) => {
      latest.current = { ...latest.current, ...part };
      setFilter(latest.current);
      const isTyping = Object.keys(part).join() === 'q' && part.q !== '';
      clearTimeout(typing.current);
      if (isTyping) typing.current = setTimeout(write, TYPING_PAUSE, true);
      else write(false);
    },
    [write],
  );

  return [filter, change];
}
