import { memo, type ReactNode } from 'react';
import { formatCount } from '../../../src/shared/text';
import { cx } from '../../ui/class-names';
import { clusterName, discOf, type MapItem, ringOf, type SportCount } from './clusters';

export type MarkerProps = {
  item: MapItem;
  /** Where it stands in its layer, in pixels. */
  x: number;
  y: number;
  isActive: boolean;
  /** The name of an event's marker for a reader. */
  nameOf: (item: MapItem & { kind: 'event' }) => string;
  icon: (sport: string) => ReactNode;
  onPress: (item: MapItem, button: HTMLButtonElement) => void;
  onActive: (key: string | null) => void;
  /** It has focus; it may lie beyond the map's edge. */
  onFocused: (item: MapItem) => void;
};

const RING_RADIUS = 18;
const RING_WIDTH = 5;

/** The ring round a cluster, divided by the sports in it. */
function Ring({ sports }: { sports: readonly SportCount[] }) {
  return (
    <svg className="map-ring" viewBox="0 0 46 46" aria-hidden="true">
      {ringOf(sports).map(({ sport, start, length }) => (
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

/** One event as its sport's pictogram, or several as a count in a ring: a button of 44 px or more. */
export const Marker = memo(function Marker(props: MarkerProps) {
  const { item, x, y, isActive, nameOf, icon, onPress, onActive, onFocused } = props;
  const isEvent = item.kind === 'event';
  const side = isEvent ? undefined : discOf(item.count);
  return (
    <button
      type="button"
      className={cx(
        // pigeon-maps: a double click here does not zoom.
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
      <span className="map-disc" style={{ width: side, height: side }}>
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
