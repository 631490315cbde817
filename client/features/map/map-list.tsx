import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { lazyComponent } from '#client/platform/navigation/lazy-component.ts';
import type { MapRowsProps } from './map-rows.tsx';

/** Loaded after the page, and before the events, which it waits for. */
const MapRows = lazyComponent(() => import('./map-rows.tsx'));

/** The accessible alternative to the map. */
export function MapList({ empty, ...rows }: MapRowsProps & { empty: ReactNode }) {
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => void MapRows.preload(), []);
  return (
    <section className="map-list" aria-labelledby="map-list-title">
      <header className="map-list-head">
        <h2 id="map-list-title">I kartvyn</h2>
        <p>Samma evenemang som lista</p>
      </header>
      <div className="map-list-scroller" ref={scroller}>
        {rows.events.length === 0 ? (
          empty
        ) : (
          <Suspense>
            <MapRows {...rows} scroller={scroller} />
          </Suspense>
        )}
      </div>
    </section>
  );
}

/** They cannot be selected until the events are loaded. */
export function InitialRows({ events, renderRow }: Pick<MapRowsProps, 'events' | 'renderRow'>) {
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
