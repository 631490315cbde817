import { ChevronLeft, ChevronRight } from 'lucide-react';
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
  if (last === 0) return null;
  const from = page * pageSize + 1;
  const to = Math.min(total, from + pageSize - 1);
  return (
    <nav className="pager" aria-label="Sidor">
      <p aria-live="polite">{`Visar ${formatCount(from)}–${formatCount(to)} av ${formatCount(total)}`}</p>
      <IconButton
        label="Föregående sida"
        kind="secondary"
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={20} aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Nästa sida"
        kind="secondary"
        disabled={page === last}
        onClick={() => onPage(page + 1)}
      >
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
