import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useNow } from '#client/platform/page/clock.ts';
import { cx } from '#client/ui/class-names.ts';
import { useDebounced } from '#client/ui/use-debounced.ts';
import type { AnnouncementCounts } from '#src/features/announcements/filter/counts.ts';
import type { IsChosenDistance } from '#src/features/events/filter/distance.ts';
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

type EventListProps = {
  sections: readonly Section[];
  counts: ReadonlyMap<string, AnnouncementCounts>;
  kilometres: Near['kilometres'];
  isChosenDistance: IsChosenDistance | undefined;
  /** The list as the server renders it: all rows in normal flow, because it does not know the window. */
  isInitial: boolean;
  /** Of the rows that were rendered before, by their key. Filled when the list is left. */
  heights: Map<string, number>;
};

const windowSize = () =>
  typeof window === 'undefined'
    ? { width: 0, height: 0 }
    : { width: window.innerWidth, height: window.innerHeight };

/**
 * The row with focus stays rendered. The rows of the initial list stay the same elements in the full list, which is
 * laid out the same.
 */
export const EventList = memo(function EventList({
  sections,
  counts,
  kilometres,
  isChosenDistance,
  isInitial,
  heights,
}: EventListProps) {
  const root = useRef<HTMLDivElement>(null);
  const { shape, rem, top } = useListLayout(root);
  const now = useNow();
  const rows = useMemo(() => rowsOf(sections), [sections]);
  const isAtRest = useDebounced(rows, RENDER_ALL_AFTER_MS) === rows;
  const [focusedIndex, setFocusedIndex] = useState(-1);
  // Focus may be older than the scripts.
  useEffect(() => setFocusedIndex(rowIndexOf(document.activeElement)), []);
  useInitialHeights(root, isInitial ? rows : undefined, heights);

  const [initialRect] = useState(windowSize);
  const virtualizer = useWindowVirtualizer({
    enabled: !isInitial,
    initialRect,
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
      (!!range && index >= range.startIndex && index <= range.endIndex) || index === focusedIndex,
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
      className={cx('event-list-rows', isInitial && 'event-list-initial')}
      ref={root}
      style={isInitial ? undefined : { height: total }}
      onFocus={(event) => setFocusedIndex(rowIndexOf(event.target))}
      onBlur={() => setFocusedIndex(-1)}
    >
      {groupBySection(isInitial ? rows.map((_, index) => ({ index })) : items, rows).map(
        ({ section, headIndex, cards }) => {
          // In the gutter layout the heading is next to its first card, otherwise above it.
          const start = shape === 'gutter' ? endOf(headIndex) : startOf(headIndex);
          return (
            <div
              key={section.key}
              className="month"
              style={
                isInitial
                  ? undefined
                  : { top: start, height: endOf(headIndex + section.events.length) - start }
              }
            >
              <div
                // Each layout has its own element: the virtualizer measures one until it is removed.
                key={`${shape} head`}
                className="month-head"
                data-index={headIndex}
                ref={isInitial || shape === 'gutter' ? undefined : virtualizer.measureElement}
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
                    ref={isInitial ? undefined : virtualizer.measureElement}
                    style={isInitial ? undefined : { top: startOf(item.index) - start }}
                  >
                    <EventCard
                      event={event}
                      counts={counts.get(event.id)}
                      hasStamp={showsStamp(event, now)}
                      kilometres={kilometres?.get(event.id)}
                      showsDate={section.year === undefined}
                      isChosenDistance={isChosenDistance}
                    />
                  </div>
                );
              })}
            </div>
          );
        },
      )}
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

/** Records the height of each row of the initial list, so that the full list is laid out the same. */
function useInitialHeights(
  root: RefObject<HTMLElement | null>,
  rows: readonly ListRow[] | undefined,
  heights: Map<string, number>,
): void {
  useLayoutEffect(() => {
    const list = root.current;
    if (!list || !rows) return;
    const observer = new ResizeObserver(() => {
      for (const element of list.querySelectorAll<HTMLElement>('.month-row')) {
        const row = rows[rowIndexOf(element)];
        if (row) heights.set(row.key, element.offsetHeight);
      }
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [root, rows, heights]);
}

const rowIndexOf = (target: EventTarget | null): number =>
  target instanceof Element ? Number(target.closest('.month-row')?.getAttribute('data-index') ?? -1) : -1;

type Item = { index: number };
type SectionRows = { section: Section; headIndex: number; cards: Item[] };

function groupBySection(items: readonly Item[], rows: readonly ListRow[]): SectionRows[] {
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
