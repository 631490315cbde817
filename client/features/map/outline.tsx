import { memo, useEffect, useMemo, useState } from 'react';
import type { GeoPosition } from '#src/shared/geo.ts';
import { project, worldSize } from '#src/shared/mercator.ts';
import { type Bounds, boundsOf, DEFAULT_VIEW, offsetOf, type Pixel, panView, type Size } from './geometry.ts';
import { DOT_RADIUS_PX, type Label, type Name, placeLabels } from './labels.ts';
import outline from './outline.generated.json';

/** The lakes are simplified too much to be shown beyond this zoom. */
const LAKES_MAX_ZOOM = 7.5;
/** From here the detailed outline, with the names of all places, replaces the overview. */
const DETAIL_MIN_ZOOM = 6;
/** Names of landskap are shown in this range: below it they have no room, above it the towns are enough. */
const LANDSKAP_ZOOM = { min: 5.4, max: 9 };

/** Name, position in units of the outline, and the zoom from which it is shown. The largest place first. */
type NameRow = [name: string, x: number, y: number, fromZoom: number];
type Detail = { sweden: string; neighbours: string[]; names: NameRow[] };
const overview = outline as unknown as Detail & { landskap: NameRow[] };

/** Undefined until it is needed and loaded, and when it cannot be loaded. */
function useDetail(isNeeded: boolean): Detail | undefined {
  const [detail, setDetail] = useState<Detail>();
  useEffect(() => {
    if (!isNeeded) return;
    import('./outline-detail.generated.json').then(
      ({ default: loaded }) => setDetail(loaded as unknown as Detail),
      () => {},
    );
  }, [isNeeded]);
  return isNeeded ? detail : undefined;
}

/** Memoized: the paths never change, only their position and scale. */
const Countries = memo(function Countries({ detail, withLakes }: { detail: Detail; withLakes: boolean }) {
  return (
    <>
      {detail.neighbours.map((path) => (
        <path key={path.slice(0, 24)} className="map-neighbour" d={path} />
      ))}
      <path className="map-sweden" d={detail.sweden} />
      {withLakes && <path className="map-lake" d={outline.lakes} />}
    </>
  );
});

/** Position of the outline relative to the default centre, in units of the outline. */
const middle = project(DEFAULT_VIEW.center);
const startX = outline.x - middle.x * outline.world;
const startY = outline.y - middle.y * outline.world;

/** Drawn this far beyond the edges, as in the stylesheet: panning within it needs no redraw. */
const OVERDRAW_PX = 320;
/** Maximum zoom difference for scaling the drawn picture instead of redrawing it. */
const MAX_ZOOM_DIFFERENCE = 0.5;
const REDRAW_DELAY_MS = 100;

/** Returns the discs of the markers in an area, with their radius in px. */
export type DiscsAt = (zoom: number, bounds: Bounds) => readonly { spot: GeoPosition; radius: number }[];

type Frame = { origin: Pixel; zoom: number };
type Props = Frame & { size: Size; discsAt?: DiscsAt };

/** `origin` is the position of the default centre in px. */
export function Outline({ origin: { x, y }, zoom, size, discsAt }: Props) {
  const [drawnFrame, setDrawnFrame] = useState<Frame>({ origin: { x, y }, zoom });
  const detail = useDetail(drawnFrame.zoom >= DETAIL_MIN_ZOOM);
  const scale = 2 ** (zoom - drawnFrame.zoom);
  const offset = { x: x - drawnFrame.origin.x * scale, y: y - drawnFrame.origin.y * scale };
  const isTooFar = Math.max(Math.abs(offset.x), Math.abs(offset.y)) > OVERDRAW_PX * scale;
  if (isTooFar || Math.abs(zoom - drawnFrame.zoom) > MAX_ZOOM_DIFFERENCE)
    setDrawnFrame({ origin: { x, y }, zoom });

  useEffect(() => {
    if (zoom === drawnFrame.zoom) return;
    const timer = setTimeout(() => setDrawnFrame({ origin: { x, y }, zoom }), REDRAW_DELAY_MS);
    return () => clearTimeout(timer);
  }, [x, y, zoom, drawnFrame.zoom]);

  return (
    <div
      className="map-outline"
      style={{ transform: `translate(${offset.x}px, ${offset.y}px) scale(${scale})` }}
    >
      <Drawing
        origin={drawnFrame.origin}
        zoom={drawnFrame.zoom}
        size={size}
        discsAt={discsAt}
        detail={detail ?? overview}
      />
    </div>
  );
}

type DrawingProps = Props & { detail: Detail };

const Drawing = memo(function Drawing({ origin, zoom, size, discsAt, detail }: DrawingProps) {
  const scale = worldSize(zoom) / outline.world;
  const start = { x: OVERDRAW_PX + origin.x + startX * scale, y: OVERDRAW_PX + origin.y + startY * scale };
  return (
    <svg aria-hidden="true">
      <g transform={`translate(${start.x} ${start.y}) scale(${scale})`}>
        <Countries detail={detail} withLakes={zoom <= LAKES_MAX_ZOOM} />
      </g>
      <Names origin={origin} zoom={zoom} size={size} discsAt={discsAt} names={detail.names} />
    </svg>
  );
});

/** In px from the top left corner of the drawing. */
function Names({ origin, zoom, size, discsAt, names }: Props & { names: readonly NameRow[] }) {
  const { x, y } = origin;
  const { width, height } = size;
  const { places, landskap } = useMemo(() => {
    const scale = worldSize(zoom) / outline.world;
    const right = width + 2 * OVERDRAW_PX;
    const bottom = height + 2 * OVERDRAW_PX;
    const toNames = (rows: readonly NameRow[]): Name[] =>
      rows
        .filter(([, , , fromZoom]) => fromZoom <= zoom)
        .map(([name, unitsX, unitsY]) => ({
          name,
          x: OVERDRAW_PX + x + (startX + unitsX) * scale,
          y: OVERDRAW_PX + y + (startY + unitsY) * scale,
        }))
        .filter((name) => name.x > 0 && name.x < right && name.y > 0 && name.y < bottom);
    const { center } = panView(
      { center: DEFAULT_VIEW.center, zoom },
      { x: width / 2 - x, y: height / 2 - y },
    );
    const bounds = boundsOf({ center, zoom }, { width: right, height: bottom });
    const discs = discsAt?.(zoom, bounds) ?? [];
    const rootSize = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    return placeLabels({
      textScale: rootSize / 16,
      places: toNames(names),
      landskap: zoom >= LANDSKAP_ZOOM.min && zoom <= LANDSKAP_ZOOM.max ? toNames(overview.landskap) : [],
      discs: discs.map(({ spot, radius }) => {
        const offset = offsetOf(spot, DEFAULT_VIEW.center, zoom);
        return { x: OVERDRAW_PX + x + offset.x, y: OVERDRAW_PX + y + offset.y, radius };
      }),
    });
  }, [x, y, zoom, width, height, discsAt, names]);
  return (
    <>
      {landskap.map((label) => (
        <LabelText key={label.name} className="map-landskap" {...label} />
      ))}
      {places.map((label) => (
        <LabelText key={`${label.name} ${label.text.x}`} className="map-place" {...label} />
      ))}
    </>
  );
}

function LabelText({ className, name, text, anchor, dot }: Label & { className: string }) {
  return (
    <>
      {dot && <circle className="map-place-dot" cx={dot.x} cy={dot.y} r={DOT_RADIUS_PX} />}
      <text className={className} x={text.x} y={text.y} textAnchor={anchor} dominantBaseline="central">
        {name}
      </text>
    </>
  );
}
