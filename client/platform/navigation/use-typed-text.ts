import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Milliseconds. Browsers limit how often the history may change. */
const TYPING_PAUSE = 250;

/** Keys that lead away from the control, to another page, or reload this one. */
const mayLeave = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Tab' || key === 'F5' || key === 'Enter' || ctrlKey || metaKey;

const isInControl = ({ target }: Event) =>
  target instanceof Element && !!target.closest('label, input, select');

/**
 * The text of a control whose `value` is in the URL. What is typed is shown at once, and written when nothing was typed for a
 * moment, or before a press or key that may lead away. A value that changes in another way takes its place.
 */
export function useTypedText(value: string, write: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  if (typed && typed.over !== value) setTyped(undefined);
  const text = typed?.over === value ? typed.text : value;
  const latestWrite = useRef(write);
  useLayoutEffect(() => {
    latestWrite.current = write;
  });

  useEffect(() => {
    if (text.trim() === value.trim()) return;
    const here = window.location.href;
    const settle = () => {
      // Another page may have been asked for meanwhile, and still be loading.
      if (window.location.href === here) latestWrite.current(text);
      else setTyped(undefined);
    };
    const listeners = new AbortController();
    const before = <Type extends keyof DocumentEventMap>(
      type: Type,
      isMeant: (event: DocumentEventMap[Type]) => boolean,
    ) =>
      document.addEventListener(type, (event) => isMeant(event) && settle(), {
        capture: true,
        signal: listeners.signal,
      });
    const timer = setTimeout(settle, TYPING_PAUSE);
    before('keydown', mayLeave);
    // A click toggles a radio input before it is handled, and rendering in between would toggle it back.
    before('pointerdown', isInControl);
    // Not on pointerdown: what is pressed may move when the list is narrowed, and then gets no click.
    before('click', (event) => !isInControl(event));
    return () => {
      clearTimeout(timer);
      listeners.abort();
    };
  }, [text, value]);

  return [text, useCallback((text: string) => setTyped({ text, over: value }), [value])];
}
