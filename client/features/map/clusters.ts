import Supercluster from 'supercluster';
import type { MappedEvent } from '#src/features/events/list/contract.ts';
import type { GeoPosition } from '#src/shared/geo.ts';
import { formatCount } from '#src/shared/text.ts';
import { type Bounds, EVENT_RADIUS_PX } from './geometry.ts';

export type SportCount = { sport: string; count: number };

/** An item on the map: one event, several events at the same spot, or a cluster that expands at `zoomTo`. */
export type MapItem = {
  key: string;
  spot: GeoPosition;
  count: number;
  ids: () => readonly string[];
} & (
  | { kind: 'event'; event: MappedEvent }
  | { kind: 'spot'; sports: SportCount[] }
  | { kind: 'cluster'; sports: SportCount[]; zoomTo: number }
);

type Clusters = {
  /** Builds the index for a zoom, which takes tens of milliseconds on a phone. */
  prepare: (zoom: number) => void;
  /** From north to south. Cached: equal arguments return the same array. */
  itemsAt: (zoom: number, bounds: Bounds) => MapItem[];
};

type PointProperties = { event: MappedEvent };
type Index = Supercluster<PointProperties, Record<string, number>>;

/** The cluster radius at the start of each half zoom step. */
const CLUSTER_RADIUS_PX = 34;
/** Up to this zoom the whole country is clustered at once, so that panning needs no new query. */
const WHOLE_COUNTRY_ZOOM = 6;
const EVERYWHERE: Bounds = { west: -180, south: -85, east: 180, north: 85 };
const CACHE_SIZE = 24;

/** Supercluster supports only whole zooms. A second index with a smaller radius serves the half zooms. */
function makeIndex(events: readonly MappedEvent[], maxZoom: number, half: 0 | 0.5): Index {
  const index: Index = new Supercluster({
    radius: CLUSTER_RADIUS_PX / 2 ** half,
    extent: 256,
    maxZoom: Math.floor(maxZoom),
    map: ({ event }) => ({ [event.sport_type]: 1 }),
    reduce: (sum, counts) => {
      for (const [sport, count] of Object.entries(counts)) sum[sport] = (sum[sport] ?? 0) + count;
    },
  });
  return index.load(
    events.map((event) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [event.longitude, event.latitude] },
      properties: { event },
    })),
  );
}

const halfStepOf = (zoom: number): 0 | 0.5 => (zoom - Math.floor(zoom) < 0.5 ? 0 : 0.5);

export function clusterEvents(events: readonly MappedEvent[], maxZoom: number): Clusters {
  const indexes = new Map<number, Index>();
  function indexFor(half: 0 | 0.5): Index {
    const index = indexes.get(half) ?? makeIndex(events, maxZoom, half);
    indexes.set(half, index);
    return index;
  }

  function toMapItem(feature: ReturnType<Index['getClusters']>[number], half: 0 | 0.5): MapItem {
    const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
    const spot = { latitude, longitude };
    const { properties } = feature;
    if (!('cluster_id' in properties)) {
      const { event } = properties as PointProperties;
      return { kind: 'event', key: event.id, spot, event, count: 1, ids: () => [event.id] };
    }
    const { cluster, cluster_id, point_count, point_count_abbreviated, ...sports } = properties;
    const index = indexFor(half);
    const leaves = () => index.getLeaves(cluster_id, Number.POSITIVE_INFINITY);
    let cachedIds: readonly string[] | undefined;
    const ids = () => {
      cachedIds ??= leaves().map((leaf) => leaf.properties.event.id);
      return cachedIds;
    };
    const zoomTo = index.getClusterExpansionZoom(cluster_id) + half;
    const key = `cluster-${cluster_id}-${half}`;
    const common = { key, spot, count: point_count, ids, sports: sortByCount(sports) };
    return zoomTo > maxZoom ? { kind: 'spot', ...common } : { kind: 'cluster', zoomTo, ...common };
  }

  const cache = new Map<string, MapItem[]>();
  return {
    prepare: (zoom) => void indexFor(halfStepOf(zoom)),
    itemsAt: (zoom, bounds) => {
      const level = Math.floor(zoom);
      const half = halfStepOf(zoom);
      const { west, south, east, north } =
        level <= WHOLE_COUNTRY_ZOOM ? EVERYWHERE : snapToGrid(bounds, level);
      const cacheKey = [level + half, west, south, east, north].join();
      const cached = cache.get(cacheKey);
      if (cached) return cached;
      const items = indexFor(half)
        .getClusters([west, south, east, north], level)
        .map((feature) => toMapItem(feature, half))
        .sort((a, b) => b.spot.latitude - a.spot.latitude);
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size >= CACHE_SIZE) cache.delete(oldest);
      cache.set(cacheKey, items);
      return items;
    },
  };
}

/** Widens bounds to a grid of about half a tile, so that small moves hit the cache. */
function snapToGrid({ west, south, east, north }: Bounds, level: number): Bounds {
  const step = 180 / 2 ** level;
  const roundDown = (degrees: number) => Math.floor(degrees / step) * step;
  const roundUp = (degrees: number) => Math.ceil(degrees / step) * step;
  return { west: roundDown(west), south: roundDown(south), east: roundUp(east), north: roundUp(north) };
}

/** Ties are sorted by code unit: creating a Swedish collator would take tens of milliseconds on a phone. */
const sortByCount = (sports: Record<string, number>): SportCount[] =>
  Object.entries(sports)
    .map(([sport, count]) => ({ sport, count }))
    .sort((a, b) => b.count - a.count || (a.sport < b.sport ? -1 : 1));

export function clusterName(sports: readonly SportCount[], isOneSpot = false): string {
  const total = sports.reduce((sum, { count }) => sum + count, 0);
  const parts = sports.map(({ sport, count }) => `${formatCount(count)} ${sport}`);
  return `${formatCount(total)} evenemang${isOneSpot ? ' på samma plats' : ''}: ${parts.join(', ')}`;
}

/** In percent of the length of the ring, clockwise from the top. */
export function ringSegments(
  sports: readonly SportCount[],
): { sport: string; start: number; length: number }[] {
  const total = sports.reduce((sum, { count }) => sum + count, 0);
  let start = 0;
  return sports.map(({ sport, count }) => {
    const part = { sport, start, length: (count / total) * 100 };
    start += part.length;
    return part;
  });
}

/** In px. */
export const discDiameter = (count: number): number => (count < 5 ? 40 : count < 10 ? 46 : 54);

export const radiusOf = ({ kind, count }: MapItem): number =>
  kind === 'event' ? EVENT_RADIUS_PX : discDiameter(count) / 2;
