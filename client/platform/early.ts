import { useEffect, useRef } from 'react';

/** What a visitor did with the page before its code was here: the page's first script has noted it. */
type Early = {
  /** The last button that was pressed. */
  button?: HTMLElement | null;
  /** What was typed and chosen, by the names of the fields. */
  values: Record<string, string>;
  stop: () => void;
};

/** What was done too early, once; from now on the page answers by itself. */
export function takeEarly(): Pick<Early, 'button' | 'values'> | undefined {
  const holder = window as { early?: Early };
  const { early } = holder;
  early?.stop();
  holder.early = undefined;
  return early;
}

/** Does with it what the page would have done, as soon as it can. */
export function useEarly(act: (early: Pick<Early, 'button' | 'values'>) => void): void {
  const latest = useRef(act);
  useEffect(() => {
    const early = takeEarly();
    if (early) latest.current(early);
  }, []);
}
