import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Spot } from '../../../src/shared/geo';
import { cx } from '../../ui/class-names';
import {
  limited,
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
  /** Where the marker stands; null for no marker. */
  spot: Spot | null;
  isApproximate: boolean;
  sport: string;
  icon: (sport: string) => ReactNode;
  tiles: Tiles | null;
  /** The map was clicked there, or the marker dragged there. */
  onSpot: (spot: Spot) => void;
};

/** What lies round the spot can be known by: a coast, a lake. */
const ZOOM = 6.2;

const isSame = (a: Spot | null, b: Spot | null) =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

/** A small map with one marker, to see a spot and to correct it. The keyboard's way are the fields beside it. */
export default function SpotMap({ spot, isApproximate, sport, icon, tiles, onSpot }: Props) {
  const maxZoom = tiles ? TILES_MAX_ZOOM : OUTLINE_MAX_ZOOM;
  const [box, size] = useElementSize<HTMLDivElement>();
  const ground = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<View>();
  // What is set on the map leaves it where it is; a spot from elsewhere is gone to.
  const [known, setKnown] = useState(spot);
  const [ours, setOurs] = useState<Spot | null>(null);
  if (!isSame(spot, known)) {
    setKnown(spot);
    if (!isSame(spot, ours)) setMoved(undefined);
  }
  const view = moved ?? (spot ? { center: spot, zoom: ZOOM } : size && viewOfSweden(size));

  const set = (at: Spot) => {
    const rounded = { latitude: round(at.latitude), longitude: round(at.longitude) };
    setMoved(view);
    setOurs(rounded);
    onSpot(rounded);
  };

  return (
    <div className="map-box spot-map" ref={box}>
      {view && size && (
        <MapCanvas
          ref={ground}
          label="Karta med evenemangets plats"
          keys="Piltangenterna flyttar kartan, plus och minus zoomar. Platsen kan skrivas i fälten under kartan."
          calm
          view={limited(view, maxZoom)}
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

/** Five decimals of a degree are a metre. */
const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** The spot at so many pixels from the corner of the map as it is drawn. */
const spotAt = (at: Pixel, { zoom, bounds }: Frame): Spot =>
  panned({ center: { latitude: bounds.north, longitude: bounds.west }, zoom }, at).center;

type MarkerProps = {
  at: Pixel;
  isApproximate: boolean;
  sport: string;
  icon: (sport: string) => ReactNode;
  onDrop: (at: Pixel) => void;
};

/** The marker, which can be dragged; while it is, it follows the pointer. */
function SpotMarker({ at, isApproximate, sport, icon, onDrop }: MarkerProps) {
  const [drag, setDrag] = useState<{ from: Pixel; by: Pixel }>();
  const place = { x: at.x + (drag?.by.x ?? 0), y: at.y + (drag?.by.y ?? 0) };
  const follow = ({ clientX, clientY }: PointerEvent) =>
    setDrag((now) => now && { ...now, by: { x: clientX - now.from.x, y: clientY - now.from.y } });
  const drop = () => {
    setDrag(undefined);
    if (drag && (drag.by.x || drag.by.y)) onDrop(place);
  };
  return (
    <div
      className={cx(
        // pigeon-maps: a press here neither drags the map nor is a click on it.
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
