import type { ReactNode } from 'react';
import { cx } from '#client/ui/class-names.ts';
import type { MappedEvent } from '#src/features/events/list/contract.ts';
import type { Pixel } from './geometry.ts';

/** With its ring, in px. */
export const SELECTED_RADIUS_PX = 26;

/** Shown above all others, even inside a cluster. Decoration: the button is below it. */
export function SelectedMarker({
  event,
  position,
  icon,
}: {
  event: MappedEvent;
  position: Pixel;
  icon: (sport: string) => ReactNode;
}) {
  return (
    <div
      className={cx('map-selected', event.is_approximate && 'map-marker-approximate')}
      data-sport={event.sport_type}
      style={{ transform: `translate(${position.x}px, ${position.y}px)` }}
      aria-hidden="true"
    >
      <span className="map-disc">{icon(event.sport_type)}</span>
    </div>
  );
}
