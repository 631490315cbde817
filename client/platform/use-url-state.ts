import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * What a list is narrowed to and sorted by, in the URL: shared by a link, kept by Back and by a reload. What is as in
 * `defaults` does not stand there; parameters of others stay. A change holds at once: the router takes its time, and when
 * its URL is another the state follows it.
 */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [held, setHeld] = useState<{ url: URLSearchParams; changed: Partial<State> }>({
    url: parameters,
    changed: {},
  });
  if (held.url !== parameters) setHeld({ url: parameters, changed: {} });
  const inUrl = Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => [key, parameters.get(key) ?? value]),
  ) as State;
  const state = held.url === parameters ? { ...inUrl, ...held.changed } : inUrl;

  const change = (part: Partial<State>) => {
    const changed = { ...held.changed, ...part };
    setHeld({ url: parameters, changed });
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [key, value] of Object.entries(changed)) {
          if (value === defaults[key]) after.delete(key);
          else after.set(key, value ?? '');
        }
        return after;
      },
      { replace: true },
    );
  };
  return [state, change];
}
