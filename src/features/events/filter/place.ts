import { type GeoPosition, kilometresBetween } from '#src/shared/geo.ts';
import { formatCount } from '#src/shared/text.ts';

/** In km, for "nära". */
export const RADII_KM = [10, 30, 50, 100, 200] as const;
export const DEFAULT_RADIUS_KM = 100;
/** The largest radius that a link may ask for. */
export const RADIUS_MAX_KM = 1000;

/** The value of `near` for the visitor's own position. The position itself is never in the URL. */
export const MY_POSITION = 'mig';

const COORDINATES = /^(-?\d{1,2}(?:\.\d{1,6})?),(-?\d{1,3}(?:\.\d{1,6})?)$/;

/** `59.3,18.1`, in WGS 84 degrees. Undefined if it is something else, such as the name of a place. */
export function parseCoordinates(text: string): GeoPosition | undefined {
  const [, latitude, longitude] = COORDINATES.exec(text.replace(/\s/g, '')) ?? [];
  if (latitude === undefined || longitude === undefined) return undefined;
  const position = { latitude: Number(latitude), longitude: Number(longitude) };
  return Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180 ? position : undefined;
}

/** `8 km`, `under 1 km`, or `ca 8 km` if the position is only the middle of the landskap. */
export function formatKilometres(km: number, isApproximate = false): string {
  if (isApproximate) return `ca ${formatCount(Math.max(1, Math.round(km)))} km`;
  return km < 1 ? 'under 1 km' : `${formatCount(Math.round(km))} km`;
}

/** An event, or where it is. Null if that is unknown. */
export type Placed = { id: string; latitude: number | null; longitude: number | null };

/** The distance of each event from `origin`, in km, by event id. Events without a position are missing. */
export function distancesFrom(origin: GeoPosition, events: readonly Placed[]): ReadonlyMap<string, number> {
  return new Map(
    events.flatMap(({ id, latitude, longitude }) =>
      latitude === null || longitude === null
        ? []
        : [[id, kilometresBetween(origin, { latitude, longitude })]],
    ),
  );
}
