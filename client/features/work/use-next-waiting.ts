import { type RefObject, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { isTyping } from '#client/platform/forms/is-typing.ts';
import { useWork } from './use-work.ts';
import { nextKind, workPath } from './work-paths.ts';

const WAITS = '[data-waits]';
/** The rows of a view appear when they are fetched. */
const APPEAR_LIMIT_MS = 5000;

const isPlainN = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'n' && !event.ctrlKey && !event.metaKey && !event.altKey;

/** The key N moves focus to the next row that waits, and after the last one to the next view with such rows. */
export function useNextWaiting(main: RefObject<HTMLElement | null>): void {
  const { data: work } = useWork();
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!work) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      if (!isPlainN(event) || event.defaultPrevented || isElsewhere) return;
      if (focusNext(main.current)) return;
      const kind = nextKind(work, new URLSearchParams(search));
      if (!kind) return;
      navigate(workPath(kind));
      focusFirst(main.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [work, search, navigate, main]);
}

/** Returns false after the last row. */
function focusNext(main: HTMLElement | null): boolean {
  const rows = [...(main?.querySelectorAll<HTMLElement>(WAITS) ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current + 1];
  next?.focus();
  return next !== undefined;
}

/** Once the new view has rows, unless focus has moved meanwhile. */
function focusFirst(main: HTMLElement | null): void {
  if (!main) return;
  const former = main.querySelector(WAITS);
  const observer = new MutationObserver(() => {
    const row = main.querySelector<HTMLElement>(WAITS);
    if (!row || row === former) return;
    observer.disconnect();
    if ([main, document.body].includes(document.activeElement as HTMLElement)) row.focus();
  });
  observer.observe(main, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), APPEAR_LIMIT_MS);
}
