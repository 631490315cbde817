const CONTROLS = 'a[href], button';

/** Call before `list` is unmounted. Moves focus to the same control of the card that replaces the focused one. */
export function transferFocus(list: HTMLElement): void {
  const focused = document.activeElement;
  const card = focused?.closest('article');
  if (!focused || !card || !list.contains(card)) return;
  const labelId = card.getAttribute('aria-labelledby') ?? '';
  const index = [...card.querySelectorAll(CONTROLS)].indexOf(focused);
  queueMicrotask(() => {
    const next = document.getElementById(labelId)?.closest('article')?.querySelectorAll(CONTROLS)[index];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
}
