import { useSearchParams } from 'react-router-dom';

/**
 * What a list is narrowed to and sorted by, in the URL: shared by a link, kept by Back and by a reload. What is as in
 * `defaults` does not stand there; parameters of others stay.
 */
export function useUrlState<State extends Record<string, string>>(
  defaults: State,
): [State, (change: Partial<State>) => void] {
  const [parameters, setParameters] = useSearchParams();
  const state = Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => [key, parameters.get(key) ?? value]),
  ) as State;
  const change = (changed: Partial<State>) =>
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
  return [state, change];
}
