import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router-dom';

/** How a state stands in the query of a URL. */
export type UrlFormat<State> = {
  read: (query: URLSearchParams) => State;
  /** The query of a state; what is as by default is not written. */
  write: (state: State) => string;
};

/** The format of texts under their own names. */
export function texts<State extends Record<string, string>>(defaults: State): UrlFormat<State> {
  const entries = Object.entries(defaults);
  const isDefault = ([key, text]: [string, string]) => text === defaults[key];
  return {
    read: (query) => Object.fromEntries(entries.map(([key, text]) => [key, query.get(key) ?? text])) as State,
    write: (state) =>
      new URLSearchParams(Object.entries(state).filter((entry) => !isDefault(entry))).toString(),
  };
}

type Change<State> = Partial<State> | ((now: State) => Partial<State>);
/** A change is a new entry of the history, or takes the place of the entry that stands. */
export type ChangeUrl<State> = (change: Change<State>, how?: 'push' | 'replace') => void;
/** The query of a link to a changed state. */
export type LinkTo<State> = (part: Partial<State>) => string;

/**
 * The queries that were asked for since the router drew a URL: it draws the next one in a transition, for which no control
 * waits.
 */
const ahead = new WeakMap<Location, string>();
const searchOf = (location: Location): string => ahead.get(location) ?? location.search;

const readers = new Set<() => void>();
const subscribe = (reader: () => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

/**
 * What a page is narrowed to, sorted by or has open, held in the URL: shared by a link, kept by Back and by a reload (D26).
 * Parameters of others stay. `format` must be the same at each call.
 */
export function useUrlState<State extends object>(
  format: UrlFormat<State>,
): [State, ChangeUrl<State>, LinkTo<State>] {
  const location = useLocation();
  const navigate = useNavigate();
  const readSearch = () => searchOf(location);
  const search = useSyncExternalStore(subscribe, readSearch, readSearch);
  const state = useMemo(() => format.read(new URLSearchParams(search)), [format, search]);

  const latest = useRef({ location, navigate });
  useLayoutEffect(() => {
    latest.current = { location, navigate };
  });
  const change = useCallback<ChangeUrl<State>>(
    (change, how = 'replace') => {
      const { location, navigate } = latest.current;
      const search = changed(searchOf(location), format, change);
      ahead.set(location, search);
      for (const tell of readers) tell();
      navigate({ search }, { replace: how === 'replace' });
    },
    [format],
  );
  return [state, change, (part) => changed(search, format, part)];
}

function changed<State>(search: string, { read, write }: UrlFormat<State>, change: Change<State>): string {
  const query = new URLSearchParams(search);
  const before = read(query);
  const after = { ...before, ...(typeof change === 'function' ? change(before) : change) };
  const written = new URLSearchParams(write(after));
  for (const key of new URLSearchParams(write(before)).keys()) query.delete(key);
  for (const key of written.keys()) query.delete(key);
  for (const [key, value] of written) query.append(key, value);
  return query.size > 0 ? `?${query}` : '';
}
