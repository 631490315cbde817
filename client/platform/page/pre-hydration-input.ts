type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Recorded by the script in `index.html`. */
type EarlyInput = {
  button?: HTMLElement | null;
  changes: Map<Control, { value: string; checked?: boolean }>;
  click: (event: Event) => void;
  input: (event: Event) => void;
};

const windowWithEarlyInput = () => window as { early?: EarlyInput };

/** Call this when hydration starts: from then on React handles clicks itself, and hydrates the clicked part first. */
export function stopRecordingClicks(): void {
  const { early } = windowWithEarlyInput();
  if (early) window.removeEventListener('click', early.click, true);
}

/** Stops recording. Later calls return undefined. */
export function takePreHydrationInput(): EarlyInput | undefined {
  const { early } = windowWithEarlyInput();
  stopRecordingClicks();
  if (early) window.removeEventListener('input', early.input, true);
  delete windowWithEarlyInput().early;
  return early;
}

/**
 * React keeps values that were entered before hydration, but it calls no change handlers for them, and it does not
 * receive the clicks.
 */
export function replayPreHydrationInput(): void {
  const early = takePreHydrationInput();
  for (const [control, { value, checked }] of early?.changes ?? []) replayChange(control, value, checked);
  early?.button?.click();
}

function replayChange(control: Control, value: string, checked = false): void {
  if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
    control.checked = !checked;
    control.click();
    return;
  }
  // React ignores the event if the value equals the last one that was set on the element. So set another one first.
  control.value = value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
