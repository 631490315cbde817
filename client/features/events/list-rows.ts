import type { Entry, Month } from './calendar';

/** How the list is laid out: months in a gutter, months over rows, or stacked cards (`event-list.css`). */
export type ListShape = 'gutter' | 'rows' | 'stack';

/** The widths of the list at which its shape changes, in rem: the same as in the stylesheets. */
export const GUTTER_FROM = 62.5;
export const ROWS_FROM = 51.25;

export type ListRow =
  | { kind: 'month'; key: string; month: Month; headIndex: number }
  | { kind: 'event'; key: string; month: Month; headIndex: number; entry: Entry };

/** Headings and events as one list of rows; each row knows where its month's heading is. */
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

/** Space between the months in the gutter, where a heading has no row of its own; else a heading's usual height. In px. */
const MONTH = { gutter: 20, rows: 40, stack: 40 };
/** What a card usually takes, in px. */
const CARD = { gutter: 138, rows: 138, stack: 220 };

/** How high a row probably is, in px, until it is rendered and measured. */
export function estimateRow({ kind }: ListRow, index: number, shape: ListShape): number {
  if (kind === 'event') return CARD[shape];
  return shape === 'gutter' && index === 0 ? 0 : MONTH[shape];
}
