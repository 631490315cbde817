import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../src/shared/text';
import { IconButton } from './icon-button';

type Props = {
  /** The page that is shown, from 0. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
};

/** "Visar 1–50 av 5 000", and the ways to the pages beside it. Nothing when there is one page. */
export function Pager({ page, pageSize, total, onPage }: Props) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  const ways = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  // At either end the button that was pressed can be pressed no more: focus goes to the other.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what disables a button
  useEffect(() => {
    if (!isPressed.current) return;
    isPressed.current = false;
    const buttons = [...(ways.current?.querySelectorAll('button') ?? [])];
    const focused = document.activeElement;
    if (focused === document.body || buttons.some((button) => button === focused && button.disabled))
      buttons.find((button) => !button.disabled)?.focus();
  }, [page]);
  const turn = (to: number) => {
    isPressed.current = true;
    onPage(to);
  };
  if (last === 0) return null;
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <nav className="pager" aria-label="Sidor" ref={ways}>
      <p aria-live="polite">{`Visar ${formatCount(from)}–${formatCount(to)} av ${formatCount(total)}`}</p>
      <IconButton
        label="Föregående sida"
        kind="secondary"
        disabled={page === 0}
        onClick={() => turn(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <IconButton label="Nästa sida" kind="secondary" disabled={page === last} onClick={() => turn(page + 1)}>
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </nav>
  );
}

/** The page of a list, kept within what there is when the list grows shorter. */
export function pageOf<Row>(
  rows: readonly Row[],
  page: number,
  pageSize: number,
): { page: number; shown: Row[] } {
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const within = Math.min(Math.max(0, page), last);
  return { page: within, shown: rows.slice(within * pageSize, (within + 1) * pageSize) };
}
