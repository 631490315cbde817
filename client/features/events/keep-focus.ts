const CONTROLS = 'a[href], button';

/** To be called before `list` goes: what has focus in a card of it gets it again in that card's next. */
export function keepFocus(list: HTMLElement): void {
  const focused = document.activeElement;
  const card = focused?.closest('article');
  if (!focused || !card || !list.contains(card)) return;
  const name = card.getAttribute('aria-labelledby') ?? '';
  const place = [...card.querySelectorAll(CONTROLS)].indexOf(focused);
  queueMicrotask(() => {
    const next = document.getElementById(name)?.closest('article')?.querySelectorAll(CONTROLS)[place];
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
}
