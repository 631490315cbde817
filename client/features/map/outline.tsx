import { memo, useEffect, useState } from 'react';
import { project, worldSize } from '../../../src/shared/mercator';
import { DEFAULT_VIEW, type Pixel } from './geometry';
import outline from './outline.generated.json';

/** The lakes are simplified too much to be shown beyond this zoom. */
const LAKES_MAX_ZOOM = 7.5;

/** Memoized: the paths never change, only their position and scale. */
const Countries = memo(function Countries({ withLakes }: { withLakes: boolean }) {
  return (
    <>
      {outline.neighbours.map((path) => (
        <path key={path.slice(0, 24)} className="map-neighbour" d={path} />
      ))}
      <path className="map-sweden" d={outline.sweden} />
      {withLakes && <path className="map-lake" d={outline.lakes} />}
    </>
  );
});

const middle = project(DEFAULT_VIEW.center);
const startX = outline.x - middle.x * outline.world;
const startY = outline.y - middle.y * outline.world;

/** Drawn this far beyond the edges, as in the stylesheet: panning within it needs no redraw. */
const OVERDRAW_PX = 320;
/** Maximum zoom difference for scaling the drawn picture instead of redrawing it. */
const MAX_ZOOM_DIFFERENCE = 0.5;
const REDRAW_DELAY_MS = 100;

type Props = { origin: Pixel; zoom: number };

/** `origin` is the position of the default centre in px. */
export function Outline({ origin: { x, y }, zoom }: Props) {
  const [drawnFrame, setDrawnFrame] = useState<Props>({ origin: { x, y }, zoom });
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
      <Drawing origin={drawnFrame.origin} zoom={drawnFrame.zoom} />
    </div>
  );
}

const Drawing = memo(function Drawing({ origin, zoom }: Props) {
  const scale = worldSize(zoom) / outline.world;
  const x = OVERDRAW_PX + origin.x + startX * scale;
  const y = OVERDRAW_PX + origin.y + startY * scale;
  return (
    <svg aria-hidden="true">
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        <Countries withLakes={zoom <= LAKES_MAX_ZOOM} />
      </g>
    </svg>
  );
});
