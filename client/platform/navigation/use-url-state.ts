import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

export type UrlFormat<State> = {
  read: (query: URLSearchParams) => State;
  write: (state: State) => string;
};

/** For a state whose values are plain texts. A text equal to its default is not in the URL. */
export function textFormat<State extends Record<string, string>>(defaults: State): UrlFormat<State> {
  const entries = Object.entries(defaults);
  const isDefault = ([key, text]: [string, string]) => text === defaults[key];
  return {
    read: (query) => Object.fromEntries(entries.map(([key, text]) => [key, query.get(key) ?? text])) as State,
    write: (state) =>
      new URLSearchParams(Object.entries(state).filter((entry) => !isDefault(entry))).toString(),
  };
}

type Change<State> = Partial<State> | ((now: State) => Partial<State>);
/** `push` adds a history entry; `replace`, the default, replaces the current one. */
export type ChangeUrl<State> = (change: Change<State>, historyMode?: 'push' | 'replace') => void;
/** Returns the query string of the state with these changes, for a link. */
type QueryWith<State> = (changes: Partial<State>) => string;

/**
 * The last requested query of each rendered location. The router renders a new query in a transition, but controls must
 * show it at once.
 */
const requestedSearches = new WeakMap<Location, string>();
const searchOf = (location: Location): string => requestedSearches.get(location) ?? location.search;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A state in the URL. Changes keep the other parameters. `format` must be the same object on each render. */
export function useUrlState<State extends object>(
  format: UrlFormat<State>,
): [State, ChangeUrl<State>, QueryWith<State>] {
  const location = useLocation();
  const navigate = useNavigate();
  const readSearch = () => searchOf(location);
  const search = useSyncExternalStore(subscribe, readSearch, readSearch);
  const state = useMemo(() => format.read(new URLSearchParams(search)), [format, search]);

  const latest = useRef({ location, navigate });
  useLayoutEffect(() => {
    latest.current = { location, navigate };
  });
  const changeState = useCallback<ChangeUrl<State>>(
    (change, historyMode = 'replace') => {
      const { location, navigate } = latest.current;
      const search = changeSearch(searchOf(location), format, change);
      requestedSearches.set(location, search);
      for (const notify of listeners) notify();
      navigate({ search }, { replace: historyMode === 'replace' });
    },
    [format],
  );
  return [state, changeState, (changes) => changeSearch(search, format, changes)];
}

function changeSearch<State>(
  search: string,
  { read, write }: UrlFormat<State>,
  change: Change<State>,
): string {
  const query = new URLSearchParams(search);
  const before = read(query);
  const after = { ...before, ...(typeof change === 'function' ? change(before) : change) };
  const written = new URLSearchParams(write(after));
  for (const key of new URLSearchParams(write(before)).keys()) query.delete(key);
  for (const key of written.keys()) query.delete(key);
  for (const [key, value] of written) query.append(key, value);
  return query.size > 0 ? `?${query}` : '';
}
