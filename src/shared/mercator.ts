import type { GeoPosition } from './geo.ts';

/** Web Mercator, as a fraction of the world square: x to the east, y to the south, 0 to 1. */
type WorldPoint = { x: number; y: number };

const RADIAN = Math.PI / 180;

export function project({ latitude, longitude }: GeoPosition): WorldPoint {
  const sine = Math.sin(latitude * RADIAN);
  return {
    x: longitude / 360 + 0.5,
    y: 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI),
  };
}

export function unproject({ x, y }: WorldPoint): GeoPosition {
  return {
    latitude: Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) / RADIAN,
    longitude: (x - 0.5) * 360,
  };
}

/** In pixels. The zoom level may be fractional. */
export const worldSize = (zoom: number): number => 256 * 2 ** zoom;
