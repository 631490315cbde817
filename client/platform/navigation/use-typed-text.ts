import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Browsers limit how often a page may change the history. */
const TYPING_PAUSE_MS = 250;

const mayLeavePage = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Tab' || key === 'F5' || key === 'Enter' || ctrlKey || metaKey;

const isInControl = ({ target }: Event) =>
  target instanceof Element && !!target.closest('label, input, select');

/**
 * Typed text shows at once. It is written after a pause, or before a click or key that may leave the page. If `value`
 * changes otherwise, it replaces the typed text.
 */
export function useTypedText(value: string, write: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<{ text: string; base: string }>();
  if (typed && typed.base !== value) setTyped(undefined);
  const text = typed?.base === value ? typed.text : value;
  const latestWrite = useRef(write);
  useLayoutEffect(() => {
    latestWrite.current = write;
  });

  useEffect(() => {
    if (text.trim() === value.trim()) return;
    const pathWhenTyped = window.location.pathname;
    const discard = () => setTyped(undefined);
    const writeOrDiscard = () => {
      // A navigation may have started meanwhile, and its page may still be loading.
      if (window.location.pathname === pathWhenTyped) latestWrite.current(text);
      else discard();
    };
    const listeners = new AbortController();
    // Back and Forward, also between two queries of this page.
    window.addEventListener('popstate', discard, { signal: listeners.signal });
    const writeBefore = <Type extends keyof DocumentEventMap>(
      type: Type,
      shouldWrite: (event: DocumentEventMap[Type]) => boolean,
    ) =>
      document.addEventListener(type, (event) => shouldWrite(event) && writeOrDiscard(), {
        capture: true,
        signal: listeners.signal,
      });
    const timer = setTimeout(writeOrDiscard, TYPING_PAUSE_MS);
    writeBefore('keydown', mayLeavePage);
    // A click toggles a radio input before React handles it. A render in between would toggle it back.
    writeBefore('pointerdown', isInControl);
    // Not on pointerdown: filtering may move the pressed element, which then gets no click.
    writeBefore('click', (event) => !isInControl(event));
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, [text, value]);

  return [text, useCallback((text: string) => setTyped({ text, base: value }), [value])];
}
