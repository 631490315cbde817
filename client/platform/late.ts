import { useEffect, useState } from 'react';

/** Code that comes after the first paint: fetched once, at hand from then on. */
export type Late<Module> = {
  /** It, when it is here. */
  here: () => Module | undefined;
  fetch: () => Promise<Module>;
};

export function late<Module>(load: () => Promise<Module>): Late<Module> {
  let module: Module | undefined;
  return {
    here: () => module,
    fetch: () =>
      load().then((found) => {
        module = found;
        return found;
      }),
  };
}

/**
 * What comes late, as soon as it is here; after a failure the network's return is a reason to try again, and so is
 * `retry`. On the server it never comes.
 */
export function useLate<Module>(code: Late<Module>): {
  module: Module | undefined;
  isLost: boolean;
  retry: () => void;
} {
  const [module, setModule] = useState(() => code.here());
  const [isLost, setLost] = useState(false);
  const [tries, setTries] = useState(0);
  const retry = () => setTries((count) => count + 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try is a reason to fetch
  useEffect(() => {
    if (module) return;
    let isCurrent = true;
    code.fetch().then(
      (found) => isCurrent && setModule(() => found),
      () => isCurrent && setLost(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [code, module, tries]);

  useEffect(() => {
    if (!isLost || module) return;
    const again = () => setTries((count) => count + 1);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isLost, module]);

  return { module, isLost: isLost && !module, retry };
}
