import { useEffect, useRef } from 'react';

// Back closes what lies over the page before it leaves the page. The router hears of none of this: what is caught here
// does not reach it.

/** What React Router keeps with an entry of the history, and our mark of one that only stands for an open layer. */
type EntryState = { idx?: number; layer?: true } | null;

const indexOf = (state: unknown): number | undefined => (state as EntryState)?.idx;

type Layer = { index: number; isStep: boolean; close: () => void };

/** The open layers, the topmost last. */
const layers: Layer[] = [];
/** The entries of layers that were closed otherwise than by Back, until they are taken away. */
const spare = new Set<number>();
/** Where the history stood when that was last known. */
let last = 0;
/** The layer to close once the history is back on its entry. */
let closing: Layer | undefined;
/** What the entry shall show that the history goes back to by our wish. */
let arriving: { href: string; state: EntryState } | undefined;

/** To be called before there is a router: the window calls its listeners in the order in which they came. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    const index = indexOf(event.state);
    if (index === undefined) return;
    const before = last;
    last = index;
    if (arriving) {
      event.stopImmediatePropagation();
      history.replaceState({ ...arriving.state, idx: index, layer: undefined }, '', arriving.href);
      arriving = undefined;
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
      // Left behind by a layer from which a link was followed: it shows what the entry before it shows.
      event.stopImmediatePropagation();
      history.go(index < before ? -1 : 1);
    }
  });
}

/** Whether what is chosen now belongs to a step that Back takes back as a whole. */
export const isInStep = (): boolean => layers.some(({ isStep }) => isStep);

type Options = {
  /** It has an entry of its own in the history, so that Back does not leave the site where there is no other. */
  hasEntry: boolean;
  /** What is chosen in it stands in the URL: its entry stays when something was, and Back takes that away. */
  isStep: boolean;
};

/** While `isOpen`, Back and Forward call `close` instead of leading away. */
export function useBack(isOpen: boolean, close: () => void, { hasEntry, isStep }: Options): void {
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
  // A menu may open a dialog: that takes over its entry.
  if (hasEntry && !spare.delete(start)) {
    history.pushState({ ...history.state, idx: start + 1, layer: true }, '');
  }
  const { href } = window.location;
  const layer = { index: indexOf(history.state) ?? start, isStep, close };
  last = layer.index;
  layers.push(layer);
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    if (!hasEntry || (isStep && window.location.href !== href)) return;
    spare.add(layer.index);
    setTimeout(removeSpare);
  };
}

/** Takes away the entries of closed layers on top of the history; what it shows now stays. */
function removeSpare(): void {
  const index = indexOf(history.state) ?? 0;
  let count = 0;
  while (spare.has(index - count)) count++;
  spare.clear();
  last = index;
  if (count === 0) return;
  arriving = { href: window.location.href, state: history.state };
  history.go(-count);
}
