import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { cx } from '#client/ui/class-names.ts';
import type { MappedEvent } from '#src/features/events/list/contract.ts';

export type MapRowsProps = {
  events: readonly MappedEvent[];
  activeIds: ReadonlySet<string>;
  selectedId: string | null;
  renderRow: (event: MappedEvent) => ReactNode;
  onSelect: (event: MappedEvent, row: HTMLButtonElement) => void;
  onActive: (id: string | null) => void;
};

const ESTIMATED_ROW_PX = 94;

/** Renders the rows that are in view of `scroller`. */
export default function MapRows(props: MapRowsProps & { scroller: RefObject<HTMLDivElement | null> }) {
  const { events, activeIds, selectedId, renderRow, onSelect, onActive, scroller } = props;
  const virtualizer = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ESTIMATED_ROW_PX,
    getItemKey: (index) => events[index]?.id ?? index,
    overscan: 4,
    scrollPaddingEnd: 8,
    paddingEnd: 8,
    // Before layout.
    initialRect: { width: 388, height: 520 },
  });

  const selectedIndex = events.findIndex((event) => event.id === selectedId);
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedIndex, virtualizer]);

  return (
    <ol className="map-list-rows" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start, key }) => {
        const event = events[index];
        if (!event) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={events.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            <button
              type="button"
              className={cx('map-row', activeIds.has(event.id) && 'map-row-active')}
              aria-pressed={event.id === selectedId}
              onClick={({ currentTarget }) => onSelect(event, currentTarget)}
              onPointerEnter={() => onActive(event.id)}
              onPointerLeave={() => onActive(null)}
              onFocus={() => onActive(event.id)}
              onBlur={() => onActive(null)}
            >
              {renderRow(event)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
