import { memo, useEffect, useState } from 'react';
import { project, worldSize } from '../../../src/shared/mercator';
import { DEFAULT_VIEW, type Pixel } from './geometry';
import outline from './outline.generated.json';

/** The lakes are drawn roughly: nearer than this it would show. */
const LAKES_MAX_ZOOM = 7.5;

/** What is drawn never changes, so it is made once: only its place and size move. */
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

/** So far beyond the map's edges it is drawn, in pixels: as in the stylesheet. Within that, moving draws nothing anew. */
const MARGIN = 320;
/** So much of a zoom is shown by the picture as it was drawn, until the map comes to rest. */
const STRETCH = 0.5;
const REST = 100;

type Props = { origin: Pixel; zoom: number };

/** Sweden and its neighbours; `origin` is where the map's default middle lies in pixels. */
export function Outline({ origin: { x, y }, zoom }: Props) {
  const [drawn, setDrawn] = useState<Props>({ origin: { x, y }, zoom });
  const scale = 2 ** (zoom - drawn.zoom);
  const by = { x: x - drawn.origin.x * scale, y: y - drawn.origin.y * scale };
  const isTooFar = Math.max(Math.abs(by.x), Math.abs(by.y)) > MARGIN * scale;
  if (isTooFar || Math.abs(zoom - drawn.zoom) > STRETCH) setDrawn({ origin: { x, y }, zoom });

  useEffect(() => {
    if (zoom === drawn.zoom) return;
    const timer = setTimeout(() => setDrawn({ origin: { x, y }, zoom }), REST);
    return () => clearTimeout(timer);
  }, [x, y, zoom, drawn.zoom]);

  return (
    <div className="map-outline" style={{ transform: `translate(${by.x}px, ${by.y}px) scale(${scale})` }}>
      <Drawing origin={drawn.origin} zoom={drawn.zoom} />
    </div>
  );
}

const Drawing = memo(function Drawing({ origin, zoom }: Props) {
  const scale = worldSize(zoom) / outline.world;
  const x = MARGIN + origin.x + startX * scale;
  const y = MARGIN + origin.y + startY * scale;
  return (
    <svg aria-hidden="true">
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        <Countries withLakes={zoom <= LAKES_MAX_ZOOM} />
      </g>
    </svg>
  );
});
