import { type PointerEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { cx } from '#client/ui/class-names.ts';
import type { GeoPosition } from '#src/shared/geo.ts';
import {
  clampView,
  EVENT_RADIUS_PX,
  OUTLINE_MAX_ZOOM,
  type Pixel,
  panView,
  TILES_MAX_ZOOM,
  type View,
  viewOfSweden,
} from './geometry.ts';
import { type Frame, MapCanvas, type Tiles } from './map-canvas.tsx';
import { useElementSize } from './use-element-size.ts';

type Props = {
  spot: GeoPosition | null;
  isApproximate: boolean;
  sport: string;
  icon: (sport: string) => ReactNode;
  tiles: Tiles | null;
  /** Without it the spot can only be looked at. */
  onSpot?: (spot: GeoPosition) => void;
};

/** Close enough to recognise the surroundings, such as a coast or a lake. */
const SPOT_ZOOM = 6.2;

const isSamePosition = (a: GeoPosition | null, b: GeoPosition | null) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

/** Keyboard users have the fields next to it. */
export default function SpotMap({ spot, isApproximate, sport, icon, tiles, onSpot }: Props) {
  const maxZoom = tiles ? TILES_MAX_ZOOM : OUTLINE_MAX_ZOOM;
  const [box, size] = useElementSize<HTMLDivElement>();
  const mapElement = useRef<HTMLDivElement>(null);
  const [movedView, setMovedView] = useState<View>();
  // A spot set on the map does not move the view; a spot from outside centres it.
  const [lastSpot, setLastSpot] = useState(spot);
  const [ownSpot, setOwnSpot] = useState<GeoPosition | null>(null);
  if (!isSamePosition(spot, lastSpot)) {
    setLastSpot(spot);
    if (!isSamePosition(spot, ownSpot)) setMovedView(undefined);
  }
  const view = movedView ?? (spot ? { center: spot, zoom: SPOT_ZOOM } : size && viewOfSweden(size));

  const setSpot = (position: GeoPosition) => {
    const rounded = {
      latitude: roundDegrees(position.latitude),
      longitude: roundDegrees(position.longitude),
    };
    setMovedView(view);
    setOwnSpot(rounded);
    onSpot?.(rounded);
  };

  const discsAt = useCallback(() => (spot ? [{ spot, radius: EVENT_RADIUS_PX }] : []), [spot]);
  return (
    <div className={cx('map-box spot-map', onSpot && 'spot-map-editable')} ref={box}>
      {view && size && (
        <MapCanvas
          ref={mapElement}
          label="Karta med evenemangets plats"
          keyboardHint={`Piltangenterna flyttar kartan, plus och minus zoomar.${onSpot ? ' Platsen kan skrivas i fälten under kartan.' : ''}`}
          cooperativeGestures
          view={clampView(view, maxZoom)}
          size={size}
          maxZoom={maxZoom}
          tiles={tiles}
          discsAt={discsAt}
          onView={setMovedView}
          onClick={onSpot ? setSpot : () => {}}
        >
          {(frame) =>
            spot && (
              <SpotMarker
                position={frame.pixelOf(spot)}
                isApproximate={isApproximate}
                sport={sport}
                icon={icon}
                onDrop={onSpot && ((pixel) => setSpot(spotAt(pixel, frame)))}
              />
            )
          }
        </MapCanvas>
      )}
    </div>
  );
}

/** Five decimals are about a metre. */
const roundDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** `pixel` is measured from the top left corner of the map. */
const spotAt = (pixel: Pixel, { zoom, bounds }: Frame): GeoPosition =>
  panView({ center: { latitude: bounds.north, longitude: bounds.west }, zoom }, pixel).center;

type MarkerProps = {
  position: Pixel;
  isApproximate: boolean;
  sport: string;
  icon: (sport: string) => ReactNode;
  onDrop: ((at: Pixel) => void) | undefined;
};

function SpotMarker({ position, isApproximate, sport, icon, onDrop }: MarkerProps) {
  const [drag, setDrag] = useState<{ start: Pixel; offset: Pixel }>();
  const draggedPosition = { x: position.x + (drag?.offset.x ?? 0), y: position.y + (drag?.offset.y ?? 0) };
  const moveDrag = ({ clientX, clientY }: PointerEvent) =>
    setDrag(
      (current) =>
        current && { ...current, offset: { x: clientX - current.start.x, y: clientY - current.start.y } },
    );
  const endDrag = () => {
    setDrag(undefined);
    if (drag && (drag.offset.x || drag.offset.y)) onDrop?.(draggedPosition);
  };
  return (
    <div
      className={cx(
        // pigeon-maps: a press on the marker neither drags nor clicks the map.
        'map-marker map-marker-event spot-marker pigeon-drag-block pigeon-click-block',
        isApproximate && 'map-marker-approximate',
        drag && 'map-marker-active',
      )}
      data-sport={sport}
      style={{ transform: `translate(${draggedPosition.x}px, ${draggedPosition.y}px)` }}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (!onDrop || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ start: { x: event.clientX, y: event.clientY }, offset: { x: 0, y: 0 } });
      }}
      onPointerMove={drag && moveDrag}
      onPointerUp={endDrag}
      onPointerCancel={() => setDrag(undefined)}
    >
      <span className="map-disc">{icon(sport)}</span>
    </div>
  );
}
