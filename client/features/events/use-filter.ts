import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { EventFilter } from '../../../src/features/events/rules';
import { isInStep } from '../../platform/navigation/back';
import { afterPaint } from '../../ui/use-painted';
import { readFilter, writeFilter } from './filter-url';

/** Text is written to the URL when the fingers rest: browsers limit how often history may change. */
const TYPING_PAUSE = 250;

/** Marks the entries of the history that this hook wrote: they follow the state, not the other way round. */
type Mark = { fromFilter?: boolean } | null;

type Write = 'push' | 'replace';
type Part = Partial<EventFilter>;
/** A change is a new entry of the history, unless it corrects the one that stands. */
export type Change = (change: Part | ((now: EventFilter) => Part), how?: Write) => void;

/** What is yet to be written to the URL. */
type Due = { how: Write; callOff: () => void };

/** Where Back or Forward led; the router tells in its own time. `isTaken`: the state follows it already. */
type Popped = { search: string; isTaken: boolean };

/**
 * The filters, held in the URL so that a filtered list can be shared and Back works (D26). A search is one entry of
 * the history, however much is typed; any other choice is one of its own. The state answers at once, the URL follows.
 */
export function useFilter(): [EventFilter, Change] {
  const { search, pathname, state, key } = useLocation();
  const type = useNavigationType();
  const navigate = useNavigate();
  const [filter, setFilter] = useState(() => readFilter(new URLSearchParams(search)));
  const latest = useRef(filter);
  const inSearch = useRef(false);
  const due = useRef<Due>(undefined);
  const popped = useRef<Popped>(undefined);

  const callOff = useCallback(() => {
    due.current?.callOff();
    due.current = undefined;
  }, []);

  const write = useCallback(() => {
    if (!due.current) return;
    const replace = due.current.how === 'replace';
    callOff();
    navigate({ pathname, search: writeFilter(latest.current) }, { replace, state: { fromFilter: true } });
  }, [navigate, pathname, callOff]);

  const writeSoon = useCallback(
    (how: Write, wait: (act: () => void) => () => void) => {
      const first = due.current?.how ?? how;
      callOff();
      const here = window.location.href;
      // Another page may have been asked for meanwhile, and be on its way.
      const act = () => (window.location.href === here ? write() : callOff());
      due.current = { how: first, callOff: wait(act) };
    },
    [write, callOff],
  );

  const adopt = useCallback(
    (search: string) => {
      const asked = readFilter(new URLSearchParams(search));
      if (writeFilter(asked) === writeFilter(latest.current)) return;
      callOff();
      latest.current = asked;
      setFilter(asked);
    },
    [callOff],
  );

  // Back, Forward and links come from outside: the state follows them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what tells one visit of a URL from the next
  useEffect(() => {
    const isTaken = popped.current?.isTaken;
    popped.current = undefined;
    if (type === 'POP' ? isTaken : (state as Mark)?.fromFilter) return;
    inSearch.current = false;
    adopt(search);
  }, [search, state, type, key]);

  useEffect(() => {
    const note = () => {
      popped.current = { search: window.location.search, isTaken: false };
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);

  useWayOut(write);
  useEffect(() => callOff, [callOff]);

  const change = useCallback<Change>(
    (change, how = isInStep() ? 'replace' : 'push') => {
      if (popped.current && !popped.current.isTaken) {
        popped.current.isTaken = true;
        inSearch.current = false;
        adopt(popped.current.search);
      }
      const part = typeof change === 'function' ? change(latest.current) : change;
      const isTyping = Object.keys(part).join() === 'q' && part.q !== '';
      const goesOn = isTyping && inSearch.current;
      inSearch.current = isTyping;
      // What was chosen just before has an entry of its own.
      if (how === 'push' && !goesOn) write();
      latest.current = { ...latest.current, ...part };
      setFilter(latest.current);
      // The first key of a search makes its entry, however soon the next one comes.
      if (goesOn && due.current?.how !== 'push') writeSoon('replace', rested);
      else writeSoon(how, afterPaint);
    },
    [write, writeSoon, adopt],
  );

  return [filter, change];
}

function rested(act: () => void): () => void {
  const timer = setTimeout(act, TYPING_PAUSE);
  return () => clearTimeout(timer);
}

/** Keys that may lead away: F5, and what goes with Ctrl or Cmd. When the page goes it is too late for its URL. */
const mayLeave = (event: KeyboardEvent) =>
  event.key === 'F5' || event.key === 'Enter' || event.ctrlKey || event.metaKey;

/** Calls `leave` before a click or a key leads on, and when the page is left. */
function useWayOut(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => {
    const act = () => latest.current();
    const press = (event: KeyboardEvent) => mayLeave(event) && act();
    document.addEventListener('click', act, { capture: true });
    document.addEventListener('keydown', press, { capture: true });
    window.addEventListener('pagehide', act);
    return () => {
      document.removeEventListener('click', act, { capture: true });
      document.removeEventListener('keydown', press, { capture: true });
      window.removeEventListener('pagehide', act);
    };
  }, []);
}
