/** In WGS 84 degrees. */
export type GeoPosition = { latitude: number; longitude: number };

export type Bounds = { west: number; south: number; east: number; north: number };

/** The map can be moved within this box, and events must be inside it. */
export const AROUND_SWEDEN: Bounds = { west: 4, south: 54, east: 30, north: 70.5 };

export function isAroundSweden(latitude: number, longitude: number): boolean {
  const { west, south, east, north } = AROUND_SWEDEN;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Undefined without positions. */
export function boxAround(positions: readonly GeoPosition[]): Bounds | undefined {
  if (positions.length === 0) return undefined;
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  // A call takes only about 100,000 arguments, so the positions are not spread into Math.min.
  for (const { latitude, longitude } of positions) {
    box.west = Math.min(box.west, longitude);
    box.south = Math.min(box.south, latitude);
    box.east = Math.max(box.east, longitude);
    box.north = Math.max(box.north, latitude);
  }
  return box;
}

const EARTH_RADIUS_KM = 6371;
const KM_PER_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180;

/** A box with everything within the radius. */
export function boxOfRadius({ latitude, longitude }: GeoPosition, km: number): Bounds {
  const north = km / KM_PER_DEGREE;
  // Of the edge that is nearer to the pole, where a degree is shortest.
  const east = north / Math.cos(radians(Math.min(Math.abs(latitude) + north, 89)));
  return { west: longitude - east, east: longitude + east, south: latitude - north, north: latitude + north };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Uses the haversine formula. */
export function kilometresBetween(a: GeoPosition, b: GeoPosition): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const chord = north + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(chord));
}
