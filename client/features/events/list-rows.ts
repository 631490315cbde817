import type { PublicEvent } from '../../../src/features/events/contract';
import type { Entry, Month } from './calendar';
import { cardFacts } from './card-facts';

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

const GAP = 12;
const FIRST_GAP = 16;
const MONTH_GAP = 20;
const ROW_CARD = 126;

/** How high a row will be, in px, before it is measured. A good guess keeps the scroll bar still. */
export function estimateRow(row: ListRow, index: number, shape: ListShape, rem: number): number {
  if (row.kind === 'month') {
    if (shape === 'gutter') return index === 0 ? 0 : MONTH_GAP;
    return 12 + 1.75 * rem;
  }
  const gap = GAP + (shape !== 'gutter' && index === row.headIndex + 1 ? FIRST_GAP : 0);
  return gap + (shape === 'stack' ? estimateStacked(row.entry.event) * (rem / 16) : ROW_CARD);
}

function estimateStacked(event: PublicEvent): number {
  const name = 23 * Math.ceil(event.event_name.length / 26);
  const placeWraps = event.sport_type.length + (event.ort?.length ?? 0) + (event.landskap?.length ?? 0) > 28;
  const meta = placeWraps ? 10 + 26 + 8 + 22 : 10 + 26;
  const fields = cardFacts(event).length > 0 ? 29 : 0;
  const foot = event.race_link || event.result_link ? 49 : 0;
  return 2 + 14 + Math.max(90, name + 27 + meta + fields + 14) + foot;
}
