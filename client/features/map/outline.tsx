import { memo, useState } from 'react';
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

type Props = { origin: Pixel; zoom: number };

/** Sweden and its neighbours; `origin` is where the map's default middle lies in pixels. */
export function Outline({ origin, zoom }: Props) {
  const [drawn, setDrawn] = useState<Props>({ origin, zoom });
  const by = { x: origin.x - drawn.origin.x, y: origin.y - drawn.origin.y };
  const isTooFar = Math.max(Math.abs(by.x), Math.abs(by.y)) > MARGIN;
  if (zoom !== drawn.zoom || isTooFar) setDrawn({ origin, zoom });
  return (
    <div className="map-outline" style={{ transform: `translate(${by.x}px, ${by.y}px)` }}>
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
