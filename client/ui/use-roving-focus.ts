import { type RefObject, useEffect, useRef } from 'react';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Makes the buttons of a row one tab stop. The arrow keys move between them. */
export function useRovingFocus(row: RefObject<HTMLElement | null>): void {
  const stop = useRef<Element>(undefined);
  // After each render, because buttons come and go.
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const buttons = [...element.querySelectorAll('button')];
    const setStop = (next: Element | null | undefined) => {
      stop.current = next ?? undefined;
      for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    };
    const last = buttons.find((button) => button === stop.current);
    setStop(last ?? element.querySelector('[aria-pressed="true"]') ?? buttons[0]);
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLButtonElement) setStop(target);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const index = buttons.indexOf(event.target as HTMLButtonElement);
      const next = buttons[index + (STEPS[event.key] ?? 0)];
      if (index < 0 || !next || next === event.target) return;
      event.preventDefault();
      next.focus();
    };
    element.addEventListener('focusin', onFocus);
    element.addEventListener('keydown', onKeyDown);
    return () => {
      element.removeEventListener('focusin', onFocus);
      element.removeEventListener('keydown', onKeyDown);
    };
  });
}
