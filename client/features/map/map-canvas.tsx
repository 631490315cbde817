import { Map as PigeonMap } from 'pigeon-maps';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type UIEvent,
  useCallback,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Spot } from '../../../src/shared/geo';
import { type Bounds, DEFAULT_VIEW, limited, type Pixel, panned, type Size, type View } from './geometry';
import { Outline } from './outline';
import { NoTile, Tile, TileReport, tileProvider } from './tile';
import { ZoomButtons } from './zoom-buttons';

/** What a layer is told of the map as it is drawn just now, also amid a drag. */
export type Frame = {
  zoom: number;
  bounds: Bounds;
  pixelOf: (spot: Spot) => Pixel;
  /** Where the default middle of the map lies: from there the layers measure. */
  origin: Pixel;
};

export type Tiles = { url: string; attribution: string | null };

type Props = {
  ref: Ref<HTMLDivElement>;
  view: View;
  size: Size;
  maxZoom: number;
  tiles: Tiles | null;
  /** The map came to rest somewhere else. */
  onView: (view: View) => void;
  /** The map itself was clicked there, not what lies on it. */
  onClick: (at: Spot) => void;
  /** What a reader calls it, and what its keys do. */
  label?: string;
  keys?: string;
  /** It stands amid what scrolls: one finger and the wheel alone scroll that. */
  calm?: boolean;
  children: (frame: Frame) => ReactNode;
};

/** What pigeon-maps hands each of its children. */
type Overlay = {
  draw: (frame: Frame) => ReactNode;
  latLngToPixel?: (point: [number, number]) => [number, number];
  mapState?: { zoom: number; bounds: { ne: [number, number]; sw: [number, number] } };
};

function Layers({ draw, latLngToPixel, mapState }: Overlay) {
  if (!latLngToPixel || !mapState) return null;
  const pixelOf = ({ latitude, longitude }: Spot): Pixel => {
    const [x, y] = latLngToPixel([latitude, longitude]);
    return { x, y };
  };
  const { zoom, bounds } = mapState;
  const [north, east] = bounds.ne;
  const [south, west] = bounds.sw;
  return draw({ zoom, bounds: { west, south, east, north }, pixelOf, origin: pixelOf(DEFAULT_VIEW.center) });
}

const KEYS = 'Piltangenterna flyttar kartan, plus och minus zoomar. Tabb går till markeringarna.';

const PAN_PX = 100;
const PANS: Record<string, Pixel> = {
  ArrowLeft: { x: -PAN_PX, y: 0 },
  ArrowRight: { x: PAN_PX, y: 0 },
  ArrowUp: { x: 0, y: -PAN_PX },
  ArrowDown: { x: 0, y: PAN_PX },
};
const ZOOMS: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1, _: -1 };

const isMarker = (target: EventTarget) => target instanceof Element && target.matches('.map-marker');

/** The browser scrolls to what gets focus beyond the edge; the map goes there by itself. */
function stayPut({ target }: UIEvent): void {
  if (target instanceof Element) target.scrollTo(0, 0);
}

/** So many tiles may fail in a row before the outline is drawn instead. */
const FAILURES = 3;

const prefersStillness = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

/** The map as such: ground, moving and zooming by mouse, touch and keyboard, and the layers given as `children`. */
export function MapCanvas(props: Props) {
  const { ref, view, size, maxZoom, tiles, onView, onClick, calm = false, children } = props;
  const { label = 'Karta över evenemang', keys = KEYS } = props;
  const keysId = useId();
  const failures = useRef(0);
  const [tilesFailed, setTilesFailed] = useState(false);
  const tileUrl = tilesFailed ? null : (tiles?.url ?? null);
  const provider = useMemo(() => tileProvider(tileUrl), [tileUrl]);
  const report = useCallback((came: boolean) => {
    failures.current = came ? 0 : failures.current + 1;
    if (failures.current >= FAILURES) setTilesFailed(true);
  }, []);

  const go = (next: View) => onView(limited(next, maxZoom));
  const zoomBy = (by: 1 | -1) => go({ ...view, zoom: view.zoom + by });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isOn = event.target === event.currentTarget || isMarker(event.target);
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = PANS[event.key];
    const zoom = ZOOMS[event.key];
    if (!pan && !zoom) return;
    event.preventDefault();
    // A marker may be another, or none, where the map goes.
    event.currentTarget.focus({ preventScroll: true });
    if (pan) go(panned(view, pan));
    if (zoom) zoomBy(zoom);
  };

  return (
    <div className="map-canvas">
      <div
        ref={ref}
        className="map-ground"
        role="application"
        aria-label={label}
        aria-describedby={keysId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScrollCapture={stayPut}
      >
        <p id={keysId} className="visually-hidden">
          {keys}
        </p>
        <TileReport value={report}>
          <PigeonMap
            center={[view.center.latitude, view.center.longitude]}
            zoom={view.zoom}
            width={size.width}
            height={size.height}
            maxZoom={maxZoom}
            provider={provider}
            tileComponent={tileUrl ? Tile : NoTile}
            zoomSnap={false}
            animate={!prefersStillness()}
            attribution={false}
            onBoundsChanged={({ center: [latitude, longitude], zoom, initial }) => {
              if (!initial) go({ center: { latitude, longitude }, zoom });
            }}
            twoFingerDrag={calm}
            twoFingerDragWarning="Använd två fingrar för att flytta kartan"
            metaWheelZoom={calm}
            metaWheelZoomWarning="Håll ned META och rulla för att zooma"
            onClick={({ latLng: [latitude, longitude] }) => onClick({ latitude, longitude })}
          >
            <Layers
              draw={(frame) => (
                <>
                  {!tileUrl && <Outline origin={frame.origin} zoom={frame.zoom} />}
                  {children(frame)}
                </>
              )}
            />
          </PigeonMap>
        </TileReport>
      </div>
      <ZoomButtons
        canZoomIn={view.zoom < maxZoom}
        canZoomOut={view.zoom > limited({ ...view, zoom: 0 }, maxZoom).zoom}
        onZoom={zoomBy}
      />
      <p className="map-attribution">
        {tileUrl ? tiles?.attribution : 'Karta: Natural Earth'} · Orter: GeoNames
      </p>
    </div>
  );
}
