import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Milliseconds. Browsers limit how often the history may change. */
const TYPING_PAUSE = 250;

/** Keys that may lead to another page or reload this one. */
const mayLeave = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F5' || key === 'Enter' || ctrlKey || metaKey;

/**
 * The text of a control whose `value` is in the URL. What is typed is shown at once, and written when nothing was typed for a
 * moment, or before a click or key that may lead away. A value that changes in another way takes its place.
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
    const onKey = (event: KeyboardEvent) => mayLeave(event) && settle();
    const timer = setTimeout(settle, TYPING_PAUSE);
    document.addEventListener('click', settle, { capture: true });
    document.addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', settle, { capture: true });
      document.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [text, value]);

  return [text, useCallback((text: string) => setTyped({ text, over: value }), [value])];
}
