import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { GeoPosition } from '../../../src/shared/geo';
import { cx } from '../../ui/class-names';
import {
  clampView,
  OUTLINE_MAX_ZOOM,
  type Pixel,
  panned,
  TILES_MAX_ZOOM,
  type View,
  viewOfSweden,
} from './geometry';
import { type Frame, MapCanvas, type Tiles } from './map-canvas';
import { useElementSize } from './use-element-size';

type Props = {
  spot: GeoPosition | null;
  isApproximate: boolean;
  sport: string;
  icon: (sport: string) => ReactNode;
  tiles: Tiles | null;
  onSpot: (spot: GeoPosition) => void;
};

/** Close enough to recognise the surroundings, such as a coast or a lake. */
const ZOOM = 6.2;

const isSame = (a: GeoPosition | null, b: GeoPosition | null) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

/** Keyboard users have the fields next to it. */
export default function SpotMap({ spot, isApproximate, sport, icon, tiles, onSpot }: Props) {
  const maxZoom = tiles ? TILES_MAX_ZOOM : OUTLINE_MAX_ZOOM;
  const [box, size] = useElementSize<HTMLDivElement>();
  const ground = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<View>();
  // A spot set on the map does not move the view; a spot from outside centres it.
  const [lastSpot, setLastSpot] = useState(spot);
  const [ownSpot, setOwnSpot] = useState<GeoPosition | null>(null);
  if (!isSame(spot, lastSpot)) {
    setLastSpot(spot);
    if (!isSame(spot, ownSpot)) setMoved(undefined);
  }
  const view = moved ?? (spot ? { center: spot, zoom: ZOOM } : size && viewOfSweden(size));

  const set = (at: GeoPosition) => {
    const rounded = { latitude: round(at.latitude), longitude: round(at.longitude) };
    setMoved(view);
    setOwnSpot(rounded);
    onSpot(rounded);
  };

  return (
    <div className="map-box spot-map" ref={box}>
      {view && size && (
        <MapCanvas
          ref={ground}
          label="Karta med evenemangets plats"
          keys="Piltangenterna flyttar kartan, plus och minus zoomar. Platsen kan skrivas i fälten under kartan."
          cooperativeGestures
          view={clampView(view, maxZoom)}
          size={size}
          maxZoom={maxZoom}
          tiles={tiles}
          onView={setMoved}
          onClick={set}
        >
          {(frame) =>
            spot && (
              <SpotMarker
                at={frame.pixelOf(spot)}
                isApproximate={isApproximate}
                sport={sport}
                icon={icon}
                onDrop={(pixel) => set(spotAt(pixel, frame))}
              />
            )
          }
        </MapCanvas>
      )}
    </div>
  );
}

/** Five decimals are about a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** `at` is in px from the top left corner of the map. */
const spotAt = (at: Pixel, { zoom, bounds }: Frame): GeoPosition =>
  panned({ center: { latitude: bounds.north, longitude: bounds.west }, zoom }, at).center;

type MarkerProps = {
  at: Pixel;
  isApproximate: boolean;
  sport: string;
  icon: (sport: string) => ReactNode;
  onDrop: (at: Pixel) => void;
};

function SpotMarker({ at, isApproximate, sport, icon, onDrop }: MarkerProps) {
  const [drag, setDrag] = useState<{ from: Pixel; by: Pixel }>();
  const place = { x: at.x + (drag?.by.x ?? 0), y: at.y + (drag?.by.y ?? 0) };
  const follow = ({ clientX, clientY }: PointerEvent) =>
    setDrag(
      (current) =>
        current && { ...current, by: { x: clientX - current.from.x, y: clientY - current.from.y } },
    );
  const drop = () => {
    setDrag(undefined);
    if (drag && (drag.by.x || drag.by.y)) onDrop(place);
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
      style={{ transform: `translate(${place.x}px, ${place.y}px)` }}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: { x: event.clientX, y: event.clientY }, by: { x: 0, y: 0 } });
      }}
      onPointerMove={drag && follow}
      onPointerUp={drop}
      onPointerCancel={() => setDrag(undefined)}
    >
      <span className="map-disc">{icon(sport)}</span>
    </div>
  );
}
