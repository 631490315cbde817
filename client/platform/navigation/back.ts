import { useEffect, useRef } from 'react';

// Back closes an open dialog or menu ("layer") before it leaves the page. The router does not receive the events that
// are handled here.

/** `idx` is React Router's. `layer` marks an entry that was added for a layer. */
type EntryState = { idx?: number; layer?: true } | null;

const indexOf = (state: unknown): number | undefined => (state as EntryState)?.idx;

type Layer = { index: number; isStep: boolean; close: () => void };

/** Topmost last. */
const layers: Layer[] = [];
/** Indexes of history entries whose layer was closed without Back. They are removed soon after. */
const leftover = new Set<number>();
let lastIndex = 0;
/** The layer to close once the history is back on its entry. */
let closing: Layer | undefined;
/** The URL and state to keep when leftover entries are removed. */
let kept: { href: string; state: EntryState } | undefined;

/** Call this before the router is created: listeners run in the order in which they were added. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    const index = indexOf(event.state);
    if (index === undefined) return;
    const before = lastIndex;
    lastIndex = index;
    if (kept) {
      event.stopImmediatePropagation();
      history.replaceState({ ...kept.state, idx: index, layer: undefined }, '', kept.href);
      kept = undefined;
      return;
    }
    const top = layers.at(-1);
    if (top) {
      event.stopImmediatePropagation();
      if (index !== top.index) {
        closing = top;
        history.go(top.index - index);
      } else if (closing === top) {
        closing = undefined;
        top.close();
      }
    } else if ((event.state as EntryState)?.layer) {
      // A link was followed from the layer, so its entry remains. Skip it: it shows the same
      // page as the entry before it.
      event.stopImmediatePropagation();
      history.go(index < before ? -1 : 1);
    }
  });
}

/** Whether choices now belong to an open layer that Back undoes as one step. */
export const isInStep = (): boolean => layers.some(({ isStep }) => isStep);

type Options = {
  /** Adds a history entry, so that Back cannot leave the site while the layer is open. */
  hasEntry: boolean;
  /** Choices in the layer change the URL. If there were any, the entry stays, and Back undoes them. */
  isStep: boolean;
};

/** While `isOpen`, Back and Forward call `close` instead of navigating. */
export function useCloseOnBack(isOpen: boolean, close: () => void, { hasEntry, isStep }: Options): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(
    () => (isOpen ? openLayer(() => latest.current(), { hasEntry, isStep }) : undefined),
    [isOpen, hasEntry, isStep],
  );
}

function openLayer(close: () => void, { hasEntry, isStep }: Options): (() => void) | undefined {
  const start = indexOf(history.state);
  if (start === undefined) return undefined;
  // A dialog that was opened from a menu takes over the menu's entry.
  if (hasEntry && !leftover.delete(start)) {
    history.pushState({ ...history.state, idx: start + 1, layer: true }, '');
  }
  const { href } = window.location;
  const layer = { index: indexOf(history.state) ?? start, isStep, close };
  lastIndex = layer.index;
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (!hasEntry || (isStep && window.location.href !== href)) return;
    leftover.add(layer.index);
    setTimeout(removeLeftover);
  };
}

/** The current page stays. */
function removeLeftover(): void {
  const index = indexOf(history.state) ?? 0;
  let count = 0;
  while (leftover.has(index - count)) count++;
  leftover.clear();
  lastIndex = index;
  if (count === 0) return;
  kept = { href: window.location.href, state: history.state };
  history.go(-count);
}
