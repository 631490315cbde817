type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What a visitor did before the page was hydrated. The script in `index.html` records it. */
type EarlyInput = {
  /** The button that was clicked last. */
  button?: HTMLElement | null;
  changes: Map<Control, { value: string; checked?: boolean }>;
  /** The two listeners that record. */
  click: (event: Event) => void;
  input: (event: Event) => void;
};

const holder = () => window as { early?: EarlyInput };

/** Call this when React begins to hydrate. From then on it handles clicks itself: it hydrates first what is clicked. */
export function stopRecordingClicks(): void {
  const { early } = holder();
  if (early) window.removeEventListener('click', early.click, true);
}

/** Stops recording. Returns what was recorded, the first time. */
export function takeEarlyInput(): EarlyInput | undefined {
  const { early } = holder();
  stopRecordingClicks();
  if (early) window.removeEventListener('input', early.input, true);
  delete holder().early;
  return early;
}

/**
 * Repeats what was recorded. React leaves what was typed and chosen before hydration in the page, but it calls no handler
 * for it, and it never gets the clicks.
 */
export function replayEarlyInput(): void {
  const early = takeEarlyInput();
  for (const [control, { value, checked }] of early?.changes ?? []) repeatChange(control, value, checked);
  early?.button?.click();
}

function repeatChange(control: Control, value: string, checked = false): void {
  if (control instanceof HTMLInputElement && /^(radio|checkbox)$/.test(control.type)) {
    control.checked = !checked;
    control.click();
    return;
  }
  // React ignores the event if the value is the one that was last set on the element itself, so set another one first.
  control.value = value === '' ? ' ' : '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value);
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}
