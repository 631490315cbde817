import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '#src/shared/text.ts';
import { IconButton } from './icon-button.tsx';

type Props = {
  /** From 0. */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
};

export function Pager({ page, pageSize, total, onPage }: Props) {
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  const nav = useRef<HTMLElement>(null);
  const wasPressed = useRef(false);
  // On the first and last page the pressed button becomes disabled, so focus moves to the other one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page change may disable a button
  useEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    const buttons = [...(nav.current?.querySelectorAll('button') ?? [])];
    const focused = document.activeElement;
    if (focused === document.body || buttons.some((button) => button === focused && button.disabled))
      buttons.find((button) => !button.disabled)?.focus();
  }, [page]);
  const turnTo = (to: number) => {
    wasPressed.current = true;
    onPage(to);
  };
  if (lastPage === 0) return null;
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <nav className="pager" aria-label="Sidor" ref={nav}>
      <p aria-live="polite">{`Visar ${formatCount(from)}–${formatCount(to)} av ${formatCount(total)}`}</p>
      <IconButton
        label="Föregående sida"
        kind="secondary"
        disabled={page === 0}
        onClick={() => turnTo(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Nästa sida"
        kind="secondary"
        disabled={page === lastPage}
        onClick={() => turnTo(page + 1)}
      >
        <ChevronRight size={20} aria-hidden="true" />
      </IconButton>
    </nav>
  );
}

/** The page number is limited to the existing pages, because the list may get shorter. */
export function pageOf<Row>(
  rows: readonly Row[],
  page: number,
  pageSize: number,
): { page: number; visibleRows: Row[] } {
  const lastPage = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const current = Math.min(Math.max(0, page), lastPage);
  return { page: current, visibleRows: rows.slice(current * pageSize, (current + 1) * pageSize) };
}
