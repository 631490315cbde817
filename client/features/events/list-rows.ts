import type { Entry, Month } from './calendar';

/** Layout of the list: month headings in a gutter, above rows, or above stacked cards (`event-list.css`). */
export type ListShape = 'gutter' | 'rows' | 'stack';

/** Widths of the list at which the layout changes, in rem. Keep in sync with the stylesheets. */
export const GUTTER_FROM_REM = 62.5;
export const ROWS_FROM_REM = 51.25;

export type ListRow =
  | { kind: 'month'; key: string; month: Month; headIndex: number }
  | { kind: 'event'; key: string; month: Month; headIndex: number; entry: Entry };

export function rowsOf(months: readonly Month[]): ListRow[] {
  const rows: ListRow[] = [];
  for (const month of months) {
    const headIndex = rows.length;
    rows.push({ kind: 'month', key: month.key, month, headIndex });
    for (const entry of month.entries) {
      rows.push({ kind: 'event', key: entry.event.id, month, headIndex, entry });
    }
  }
  return rows;
}

/** In the gutter layout, the space between months. */
const ESTIMATED_MONTH_PX = { gutter: 20, rows: 40, stack: 40 };
const ESTIMATED_CARD_PX = { gutter: 138, rows: 138, stack: 220 };

/** In px, used until the row is measured. */
export function estimateRow({ kind }: ListRow, index: number, shape: ListShape): number {
  if (kind === 'event') return ESTIMATED_CARD_PX[shape];
  return shape === 'gutter' && index === 0 ? 0 : ESTIMATED_MONTH_PX[shape];
}
