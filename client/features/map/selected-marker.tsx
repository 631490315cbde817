import type { ReactNode } from 'react';
import type { LocatedEvent } from '../../../src/features/events/contract';
import { cx } from '../../ui/class-names';
import type { Pixel } from './geometry';

/** The radius of what is drawn here, ring and all. */
export const SELECTED_RADIUS = 26;

/** The chosen event's marker, large and over all others, also where it stands in a cluster. The button lies beneath. */
export function SelectedMarker({
  event,
  at,
  icon,
}: {
  event: LocatedEvent;
  at: Pixel;
  icon: (sport: string) => ReactNode;
}) {
  return (
    <div
      className={cx('map-selected', event.is_approximate && 'map-marker-approximate')}
      data-sport={event.sport_type}
      style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
      aria-hidden="true"
    >
      <span className="map-disc">{icon(event.sport_type)}</span>
    </div>
  );
}
