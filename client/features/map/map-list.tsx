import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '#client/ui/class-names.ts';
import type { LocatedEvent } from '#src/features/events/contract.ts';

type Props = {
  events: readonly LocatedEvent[];
  activeIds: ReadonlySet<string>;
  selectedId: string | null;
  renderRow: (event: LocatedEvent) => ReactNode;
  onSelect: (event: LocatedEvent, row: HTMLButtonElement) => void;
  onActive: (id: string | null) => void;
  empty: ReactNode;
};

const ESTIMATED_ROW_PX = 94;

/** The accessible alternative to the map. */
export function MapList({ events, activeIds, selectedId, renderRow, onSelect, onActive, empty }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
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
    <section className="map-list" aria-labelledby="map-list-title">
      <header className="map-list-head">
        <h2 id="map-list-title">I kartvyn</h2>
        <p>Samma evenemang som lista</p>
      </header>
      <div className="map-list-scroller" ref={scroller}>
        {events.length === 0 ? (
          empty
        ) : (
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
        )}
      </div>
    </section>
  );
}

/** They cannot be selected until the events are loaded. */
export function InitialRows({ events, renderRow }: Pick<Props, 'events' | 'renderRow'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable
    <ol tabIndex={0}>
      {events.map((event) => (
        <li key={event.id} className="map-row">
          {renderRow(event)}
        </li>
      ))}
    </ol>
  );
}
