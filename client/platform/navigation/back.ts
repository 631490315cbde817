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
const leftoverIndexes = new Set<number>();
let lastIndex = 0;
/** The layer to close once the history is back on its entry. */
let layerToClose: Layer | undefined;
/** The URL and state to keep when leftover entries are removed. */
let pageToRestore: { href: string; state: EntryState } | undefined;

/** Call this before the router is created: listeners run in the order in which they were added. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    const index = indexOf(event.state);
    if (index === undefined) return;
    const previousIndex = lastIndex;
    lastIndex = index;
    if (pageToRestore) {
      event.stopImmediatePropagation();
      history.replaceState({ ...pageToRestore.state, idx: index, layer: undefined }, '', pageToRestore.href);
      pageToRestore = undefined;
      return;
    }
    const top = layers.at(-1);
    if (top) {
      event.stopImmediatePropagation();
      if (index !== top.index) {
        layerToClose = top;
        history.go(top.index - index);
      } else if (layerToClose === top) {
        layerToClose = undefined;
        top.close();
      }
    } else if ((event.state as EntryState)?.layer) {
      // A link was followed from the layer, so its entry remains. Skip it: it shows the same
      // page as the entry before it.
      event.stopImmediatePropagation();
      history.go(index < previousIndex ? -1 : 1);
    }
  });
}

/** Whether choices now belong to an open layer that Back undoes as one step. */
export const isStepLayerOpen = (): boolean => layers.some(({ isStep }) => isStep);

type Options = {
  /** Adds a history entry, so that Back cannot leave the site while the layer is open. */
  hasEntry: boolean;
  /** Choices in the layer change the URL. If there were any, the entry stays, and Back undoes them. */
  isStep: boolean;
};

/** While `isOpen`, Back and Forward call `close` instead of navigating. */
export function useCloseOnBack(isOpen: boolean, close: () => void, { hasEntry, isStep }: Options): void {
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  useEffect(
    () => (isOpen ? openLayer(() => latestClose.current(), { hasEntry, isStep }) : undefined),
    [isOpen, hasEntry, isStep],
  );
}

function openLayer(close: () => void, { hasEntry, isStep }: Options): (() => void) | undefined {
  const startIndex = indexOf(history.state);
  if (startIndex === undefined) return undefined;
  // A dialog that was opened from a menu takes over the menu's entry.
  if (hasEntry && !leftoverIndexes.delete(startIndex)) {
    history.pushState({ ...history.state, idx: startIndex + 1, layer: true }, '');
  }
  const { href } = window.location;
  const layer = { index: indexOf(history.state) ?? startIndex, isStep, close };
  lastIndex = layer.index;
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (!hasEntry || (isStep && window.location.href !== href)) return;
    leftoverIndexes.add(layer.index);
    setTimeout(removeLeftoverEntries);
  };
}

/** Removes the leftover entries at the end of the history. The current page stays. */
function removeLeftoverEntries(): void {
  const index = indexOf(history.state) ?? 0;
  let count = 0;
  while (leftoverIndexes.has(index - count)) count++;
  leftoverIndexes.clear();
  lastIndex = index;
  if (count === 0) return;
  pageToRestore = { href: window.location.href, state: history.state };
  history.go(-count);
}
