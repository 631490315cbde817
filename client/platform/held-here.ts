import { useEffect, useRef } from 'react';

/** Where in the history an entry stands, as the router has numbered it. */
const placeOf = (state: unknown): unknown => (state as { idx?: unknown } | null)?.idx;

/** The place that is not left by Back or Forward, and what is called instead. */
let held: { here: number; ask: () => void } | undefined;

/**
 * To be called before there is a router: the window calls its listeners in the order in which they came. What is held
 * back the router does not hear of, neither of the way nor of the way back.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    const there = placeOf(event.state);
    if (!held || typeof there !== 'number') return;
    event.stopImmediatePropagation();
    if (there === held.here) return;
    history.go(held.here - there);
    held.ask();
  });
}

/** While something is not saved the browser asks before it leaves the page, and Back and Forward call `ask` instead. */
export function useHeldHere(unsaved: boolean, ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (!unsaved) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stay);
    const here = placeOf(history.state);
    if (typeof here === 'number') held = { here, ask: () => latest.current() };
    return () => {
      window.removeEventListener('beforeunload', stay);
      held = undefined;
    };
  }, [unsaved]);
}
