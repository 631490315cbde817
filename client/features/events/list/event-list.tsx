import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '#client/platform/page/clock.ts';
import { cx } from '#client/ui/class-names.ts';
import { useDebounced } from '#client/ui/use-debounced.ts';
import type { AnnouncementCounts } from '#src/features/announcements/filter/counts.ts';
import { showsStamp } from '#src/features/events/rules.ts';
import { EventCard } from '../card/event-card.tsx';
import type { Section } from '../filter/sections.ts';
import type { Near } from '../filter/use-near.ts';
import { estimateRow, type ListRow, rowsOf } from './list-rows.ts';
import { SectionHead } from './section-head.tsx';
import { useIncrementalRows } from './use-incremental-rows.ts';
import { useListLayout } from './use-list-layout.ts';

/** Up to this many rows are all rendered, so that the browser's own search finds them. */
const RENDER_ALL_MAX = 500;
/** While a filter is being typed, the rows beyond the window would delay each response. */
const RENDER_ALL_AFTER_MS = 1000;
/** Rows rendered beyond the window. Stacked cards are taller. */
const OVERSCAN = { gutter: 6, rows: 6, stack: 4 };

export type EventListProps = {
  sections: readonly Section[];
  counts: ReadonlyMap<string, AnnouncementCounts>;
  kilometres: Near['kilometres'];
  approximateIds: Near['approximateIds'];
  /** Of the rows that were rendered before, by their key. Filled when the list is left. */
  heights: Map<string, number>;
};

/** The row with focus stays rendered. */
export const EventList = memo(function EventList({
  sections,
  counts,
  kilometres,
  approximateIds,
  heights,
}: EventListProps) {
  const root = useRef<HTMLDivElement>(null);
  const { shape, rem, top } = useListLayout(root);
  const now = useNow();
  const rows = useMemo(() => rowsOf(sections), [sections]);
  const isAtRest = useDebounced(rows, RENDER_ALL_AFTER_MS) === rows;
  const [focusedIndex, setFocusedIndex] = useState(-1);
  // The focused row of the server-rendered list. Its replacement must be rendered at once to take over focus.
  const [focusedKey] = useState(
    () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row,
  );

  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => heights.get(rows[index]!.key) ?? estimateRow(rows[index]!, index, shape),
    // A new function would lay out every row again.
    getItemKey: useCallback((index: number) => rows[index]!.key, [rows]),
    overscan: isAtRest && rows.length <= RENDER_ALL_MAX ? rows.length : OVERSCAN[shape],
    scrollMargin: top,
    rangeExtractor: useCallback(
      ({ startIndex, endIndex, overscan, count }: Range) =>
        indexesToRender(startIndex, endIndex, overscan, count, focusedIndex),
      [focusedIndex],
    ),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: measurements of another layout are invalid
  useLayoutEffect(() => virtualizer.measure(), [shape, rem, virtualizer]);

  useLayoutEffect(
    () => () => {
      for (const { key, size } of virtualizer.measurementsCache) heights.set(String(key), size);
    },
    [virtualizer, heights],
  );

  const virtualItems = virtualizer.getVirtualItems();
  const { range } = virtualizer;
  const items = useIncrementalRows(
    rows,
    virtualItems,
    ({ index }) =>
      (!!range && index >= range.startIndex && index <= range.endIndex) || rows[index]?.key === focusedKey,
    heights,
  );
  const total = virtualizer.getTotalSize();
  const layout = virtualizer.measurementsCache;
  const first = items[0];
  // Virtual items may be offset from their layout; headings use the same offset.
  const shift = first ? first.start - (layout[first.index]?.start ?? first.start) : 0;
  const startOf = (index: number) => (layout[index]?.start ?? top) + shift - top;
  const endOf = (index: number) => (layout[index]?.end ?? top) + shift - top;

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records which row has focus, to keep it rendered
    <div
      className="event-list-rows"
      ref={root}
      style={{ height: total }}
      onFocus={(event) => setFocusedIndex(rowIndexOf(event.target))}
      onBlur={() => setFocusedIndex(-1)}
    >
      {groupBySection(items, rows).map(({ section, headIndex, cards }) => {
        // In the gutter layout the heading is next to its first card, otherwise above it.
        const start = shape === 'gutter' ? endOf(headIndex) : startOf(headIndex);
        return (
          <div
            key={section.key}
            className="month"
            style={{ top: start, height: endOf(headIndex + section.events.length) - start }}
          >
            <div
              className="month-head"
              data-index={headIndex}
              ref={shape === 'gutter' ? undefined : virtualizer.measureElement}
            >
              <SectionHead section={section} />
            </div>
            {cards.map((item) => {
              const row = rows[item.index];
              if (row?.kind !== 'event') return null;
              const { event } = row;
              return (
                <div
                  key={row.key}
                  className={cx('month-row', item.index === headIndex + 1 && 'month-row-first')}
                  data-index={item.index}
                  ref={virtualizer.measureElement}
                  style={{ transform: `translateY(${startOf(item.index) - start}px)` }}
                >
                  <EventCard
                    event={event}
                    counts={counts.get(event.id)}
                    hasStamp={showsStamp(event, now)}
                    kilometres={kilometres?.get(event.id)}
                    isApproximate={approximateIds?.has(event.id)}
                    showsDate={section.year === undefined}
                  />
                </div>
              );
            })}
          </div>
        );
      })}
    </div>
  );
});

type Range = { startIndex: number; endIndex: number; overscan: number; count: number };

function indexesToRender(
  start: number,
  end: number,
  overscan: number,
  count: number,
  focusedIndex: number,
): number[] {
  const from = Math.max(start - overscan, 0);
  const to = Math.min(end + overscan, count - 1);
  const nearbyIndexes = Array.from({ length: Math.max(to - from + 1, 0) }, (_, offset) => from + offset);
  if (focusedIndex < 0 || focusedIndex >= count || (focusedIndex >= from && focusedIndex <= to))
    return nearbyIndexes;
  return focusedIndex < from ? [focusedIndex, ...nearbyIndexes] : [...nearbyIndexes, focusedIndex];
}

const rowIndexOf = (target: EventTarget): number =>
  target instanceof Element ? Number(target.closest('.month-row')?.getAttribute('data-index') ?? -1) : -1;

type SectionRows = { section: Section; headIndex: number; cards: VirtualItem[] };

function groupBySection(items: readonly VirtualItem[], rows: readonly ListRow[]): SectionRows[] {
  const groups = new Map<string, SectionRows>();
  for (const item of items) {
    const row = rows[item.index];
    if (!row) continue;
    const { section, headIndex } = row;
    const group = groups.get(section.key) ?? { section, headIndex, cards: [] };
    if (row.kind === 'event') group.cards.push(item);
    groups.set(section.key, group);
  }
  return [...groups.values()];
}
