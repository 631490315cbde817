import type { CardEvent } from '../card/event-card.tsx';
import type { Section } from '../filter/sections.ts';

/** Layout of the list: headings in a gutter, above rows, or above stacked cards (`event-list.css`). */
export type ListShape = 'gutter' | 'rows' | 'stack';

/** Widths of the list at which the layout changes, in rem. Keep in sync with the stylesheets. */
export const GUTTER_FROM_REM = 62.5;
export const ROWS_FROM_REM = 51.25;

export type ListRow =
  | { kind: 'heading'; key: string; section: Section; headIndex: number }
  | { kind: 'event'; key: string; section: Section; headIndex: number; event: CardEvent };

export function rowsOf(sections: readonly Section[]): ListRow[] {
  const rows: ListRow[] = [];
  for (const section of sections) {
    const headIndex = rows.length;
    rows.push({ kind: 'heading', key: section.key, section, headIndex });
    for (const event of section.events) {
      rows.push({ kind: 'event', key: event.id, section, headIndex, event });
    }
  }
  return rows;
}

/** In the gutter layout, the space between sections. */
const ESTIMATED_HEADING_PX = { gutter: 20, rows: 40, stack: 40 };
const ESTIMATED_CARD_PX = { gutter: 138, rows: 138, stack: 220 };

/** In px, used until the row is measured. */
export function estimateRow({ kind }: ListRow, index: number, shape: ListShape): number {
  if (kind === 'event') return ESTIMATED_CARD_PX[shape];
  return shape === 'gutter' && index === 0 ? 0 : ESTIMATED_HEADING_PX[shape];
}
