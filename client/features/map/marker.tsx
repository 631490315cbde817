import { memo, type ReactNode } from 'react';
import { cx } from '#client/ui/class-names.ts';
import { formatCount } from '#src/shared/text.ts';
import { clusterName, discDiameter, type MapItem, ringSegments, type SportCount } from './clusters.ts';

export type MarkerProps = {
  item: MapItem;
  /** In px, relative to the layer. */
  x: number;
  y: number;
  isActive: boolean;
  nameOf: (item: MapItem & { kind: 'event' }) => string;
  icon: (sport: string) => ReactNode;
  onPress: (item: MapItem, button: HTMLButtonElement) => void;
  onActive: (key: string | null) => void;
  /** Called on focus; the marker may be outside the visible area. */
  onFocused: (item: MapItem) => void;
};

const RING_RADIUS = 18;
const RING_WIDTH = 5;

function Ring({ sports }: { sports: readonly SportCount[] }) {
  return (
    <svg className="map-ring" viewBox="0 0 46 46" aria-hidden="true">
      {ringSegments(sports).map(({ sport, start, length }) => (
        <circle
          key={sport}
          data-sport={sport}
          cx="23"
          cy="23"
          r={RING_RADIUS + RING_WIDTH / 2}
          pathLength="100"
          strokeDasharray={`${length} ${100 - length}`}
          strokeDashoffset={-start}
        />
      ))}
    </svg>
  );
}

export const Marker = memo(function Marker(props: MarkerProps) {
  const { item, x, y, isActive, nameOf, icon, onPress, onActive, onFocused } = props;
  const isEvent = item.kind === 'event';
  const diameter = isEvent ? undefined : discDiameter(item.count);
  return (
    <button
      type="button"
      className={cx(
        // pigeon-maps: a double click on a marker must not zoom.
        'map-marker pigeon-click-block',
        isEvent ? 'map-marker-event' : 'map-marker-cluster',
        isEvent && item.event.is_approximate && 'map-marker-approximate',
        isActive && 'map-marker-active',
      )}
      data-sport={isEvent ? item.event.sport_type : undefined}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      aria-label={isEvent ? nameOf(item) : clusterName(item.sports, item.kind === 'spot')}
      aria-haspopup={item.kind === 'cluster' ? undefined : 'dialog'}
      onClick={(event) => onPress(item, event.currentTarget)}
      onPointerEnter={() => onActive(item.key)}
      onPointerLeave={() => onActive(null)}
      onFocus={() => {
        onActive(item.key);
        onFocused(item);
      }}
      onBlur={() => onActive(null)}
    >
      <span className="map-disc" style={{ width: diameter, height: diameter }}>
        {isEvent ? (
          icon(item.event.sport_type)
        ) : (
          <>
            <Ring sports={item.sports} />
            <span className="map-count">{formatCount(item.count)}</span>
          </>
        )}
      </span>
    </button>
  );
});
