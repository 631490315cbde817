import type { GeoPosition } from '#src/shared/geo.ts';

/** The map of one event, which pages pass to this feature. */
export type SpotMapProps = {
  spot: GeoPosition | null;
  isApproximate: boolean;
  sport: string;
  /** Without it the spot can only be looked at. */
  onSpot?: (spot: GeoPosition) => void;
};
