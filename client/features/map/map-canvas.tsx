import { Map as PigeonMap } from 'pigeon-maps';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type UIEvent,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { GeoPosition } from '#src/shared/geo.ts';
import {
  type Bounds,
  clampView,
  DEFAULT_VIEW,
  type Pixel,
  panView,
  type Size,
  type View,
} from './geometry.ts';
import { type DiscsAt, Outline } from './outline.tsx';
import { NoTile, ReportTileContext, Tile, tileProvider } from './tile.tsx';
import { ZoomButtons } from './zoom-buttons.tsx';

/** Passed to the layers, also during a drag. */
export type Frame = {
  zoom: number;
  bounds: Bounds;
  pixelOf: (spot: GeoPosition) => Pixel;
  /** Position of the default centre; layers are positioned relative to it. */
  origin: Pixel;
};

export type Tiles = { url: string; attribution: string | null };

type Props = {
  ref: Ref<HTMLDivElement>;
  view: View;
  size: Size;
  maxZoom: number;
  tiles: Tiles | null;
  /** Called when the map has come to rest. */
  onView: (view: View) => void;
  /** Not called for a click on a marker. */
  onClick: (at: GeoPosition) => void;
  label?: string;
  keyboardHint?: string;
  /** Inside scrolling content: one finger and the plain wheel scroll the page. */
  cooperativeGestures?: boolean;
  /** The markers, which no name of a place may overlap. Must be the same function until the markers change. */
  discsAt?: DiscsAt;
  children: (frame: Frame) => ReactNode;
};

type Overlay = {
  draw: (frame: Frame) => ReactNode;
  latLngToPixel?: (point: [number, number]) => [number, number];
  mapState?: { zoom: number; bounds: { ne: [number, number]; sw: [number, number] } };
};

function Layers({ draw, latLngToPixel, mapState }: Overlay) {
  if (!latLngToPixel || !mapState) return null;
  const pixelOf = ({ latitude, longitude }: GeoPosition): Pixel => {
    const [x, y] = latLngToPixel([latitude, longitude]);
    return { x, y };
  };
  const { zoom, bounds } = mapState;
  const [north, east] = bounds.ne;
  const [south, west] = bounds.sw;
  return draw({ zoom, bounds: { west, south, east, north }, pixelOf, origin: pixelOf(DEFAULT_VIEW.center) });
}

type BoundsChange = { center: [number, number]; zoom: number; initial: boolean };

const KEYBOARD_HINT = 'Piltangenterna flyttar kartan, plus och minus zoomar. Tabb går till markeringarna.';

const PAN_PX = 100;
const PAN_BY_KEY: Record<string, Pixel> = {
  ArrowLeft: { x: -PAN_PX, y: 0 },
  ArrowRight: { x: PAN_PX, y: 0 },
  ArrowUp: { x: 0, y: -PAN_PX },
  ArrowDown: { x: 0, y: PAN_PX },
};
const ZOOM_BY_KEY: Record<string, 1 | -1> = { '+': 1, '=': 1, '-': -1, _: -1 };

const isMarker = (target: EventTarget) => target instanceof Element && target.matches('.map-marker');

/** Undoes the scrolling of the browser to a focused marker outside the edge: the map pans there itself. */
function resetScroll({ target }: UIEvent): void {
  if (target instanceof Element) target.scrollTo(0, 0);
}

/** Consecutive failed tiles before the outline is drawn instead. */
const MAX_TILE_FAILURES = 3;

const prefersReducedMotion = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;

export function MapCanvas(props: Props) {
  const { ref, view, size, maxZoom, tiles, onView, onClick, cooperativeGestures = false, children } = props;
  const { label = 'Karta över evenemang', keyboardHint = KEYBOARD_HINT, discsAt } = props;
  const hintId = useId();
  const tileFailures = useRef(0);
  const [tilesFailed, setTilesFailed] = useState(false);
  const tileUrl = tilesFailed ? null : (tiles?.url ?? null);
  const provider = useMemo(() => tileProvider(tileUrl), [tileUrl]);
  const reportTile = useCallback((hasLoaded: boolean) => {
    tileFailures.current = hasLoaded ? 0 : tileFailures.current + 1;
    if (tileFailures.current >= MAX_TILE_FAILURES) setTilesFailed(true);
  }, []);

  const moveTo = (next: View) => onView(clampView(next, maxZoom));
  const isAnimating = useRef(false);
  const zoomBy = (by: 1 | -1) => moveTo({ ...view, zoom: view.zoom + by });

  /** Debounced by pigeon-maps. */
  const report = ({ center: [latitude, longitude], zoom, initial }: BoundsChange) => {
    // When frames are slow it is also called during an animation. The position then would become the new target of the
    // animation, and the map would stop too early.
    if (initial || isAnimating.current) return;
    const isWhereAsked =
      latitude === view.center.latitude && longitude === view.center.longitude && zoom === view.zoom;
    // Only what the user has moved is a move.
    if (!isWhereAsked) moveTo({ center: { latitude, longitude }, zoom });
  };
  // Not `report` itself: pigeon-maps would see the one of a render that is not committed yet.
  const latestReport = useRef(report);
  useLayoutEffect(() => {
    latestReport.current = report;
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isMapOrMarker = event.target === event.currentTarget || isMarker(event.target);
    if (!isMapOrMarker || event.ctrlKey || event.metaKey || event.altKey) return;
    const pan = PAN_BY_KEY[event.key];
    const zoom = ZOOM_BY_KEY[event.key];
    if (!pan && !zoom) return;
    event.preventDefault();
    // The focused marker may change or disappear when the map moves.
    event.currentTarget.focus({ preventScroll: true });
    if (pan) moveTo(panView(view, pan));
    if (zoom) zoomBy(zoom);
  };

  return (
    <div className="map-canvas">
      <div
        ref={ref}
        className="map-ground"
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the arrow keys
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScrollCapture={resetScroll}
      >
        <p id={hintId} className="visually-hidden">
          {keyboardHint}
        </p>
        <ReportTileContext value={reportTile}>
          <PigeonMap
            center={[view.center.latitude, view.center.longitude]}
            zoom={view.zoom}
            width={size.width}
            height={size.height}
            maxZoom={maxZoom}
            provider={provider}
            tileComponent={tileUrl ? Tile : NoTile}
            zoomSnap={false}
            animate={!prefersReducedMotion()}
            attribution={false}
            onAnimationStart={() => {
              isAnimating.current = true;
            }}
            onAnimationStop={() => {
              isAnimating.current = false;
            }}
            onBoundsChanged={(change) => latestReport.current(change)}
            twoFingerDrag={cooperativeGestures}
            twoFingerDragWarning="Använd två fingrar för att flytta kartan"
            metaWheelZoom={cooperativeGestures}
            metaWheelZoomWarning="Håll ned META och rulla för att zooma"
            onClick={({ latLng: [latitude, longitude] }) => onClick({ latitude, longitude })}
          >
            <Layers
              draw={(frame) => (
                <>
                  {!tileUrl && (
                    <Outline origin={frame.origin} zoom={frame.zoom} size={size} discsAt={discsAt} />
                  )}
                  {children(frame)}
                </>
              )}
            />
          </PigeonMap>
        </ReportTileContext>
      </div>
      <ZoomButtons
        canZoomIn={view.zoom < maxZoom}
        canZoomOut={view.zoom > clampView({ ...view, zoom: 0 }, maxZoom).zoom}
        onZoom={zoomBy}
      />
      <p className="map-attribution">
        {tileUrl ? tiles?.attribution : 'Karta: Natural Earth'} · Orter: GeoNames
      </p>
    </div>
  );
}
