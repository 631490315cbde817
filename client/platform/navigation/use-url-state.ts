import { useState } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router-dom';

/** The query that a place of the router is about to get, by all who changed it since it was drawn. */
const underWay = new WeakMap<Location, URLSearchParams>();

/**
 * What a list is narrowed to and sorted by, in the URL: shared by a link, kept by Back and by a reload. What is as in
 * `defaults` does not stand there; parameters of others stay. The router draws a new URL in a transition: until it has,
 * what was chosen stands here, so that a control does not jump back, and one change does not lose another.
 */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>) => void] {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const [ahead, setAhead] = useState<{ of: Location; changes: Partial<State> }>({
    of: location,
    changes: {},
  });
  const state = Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => [key, parameters.get(key) ?? value]),
  ) as State;

  const change = (changed: Partial<State>) => {
    const after = new URLSearchParams(underWay.get(location) ?? location.search);
    for (const [key, value] of Object.entries(changed)) {
      if (value === defaults[key]) after.delete(key);
      else after.set(key, value ?? '');
    }
    underWay.set(location, after);
    setAhead((now) => ({
      of: location,
      changes: { ...(now.of === location && now.changes), ...changed },
    }));
    setParameters(after, { replace: true });
  };
  return [{ ...state, ...(ahead.of === location && ahead.changes) }, change];
}
