import Supercluster from 'supercluster';
import type { LocatedEvent } from '../../../src/features/events/contract';
import type { Spot } from '../../../src/shared/geo';
import { formatCount } from '../../../src/shared/text';
import type { Bounds } from './geometry';

/** How many events of each sport, most first. */
export type SportCount = { sport: string; count: number };

/** What stands on the map: one event; several that no zoom tells apart; or a cluster that opens at `zoomTo`. */
export type MapItem = {
  key: string;
  spot: Spot;
  /** How many events. */
  count: number;
  /** Their ids; found when they are asked for. */
  ids: () => readonly string[];
} & (
  | { kind: 'event'; event: LocatedEvent }
  | { kind: 'spot'; sports: SportCount[] }
  | { kind: 'cluster'; sports: SportCount[]; zoomTo: number }
);

export type Clusters = {
  /** Reckons what a zoom needs, which takes a phone tens of milliseconds. */
  prepare: (zoom: number) => void;
  /** What to show at that zoom within the bounds, from north to south. The same array for the same question. */
  itemsAt: (zoom: number, bounds: Bounds) => MapItem[];
};

type PointProperties = { event: LocatedEvent };
type Index = Supercluster<PointProperties, Record<string, number>>;

/** Pixels within which markers are taken together, at the zoom where a step of half a zoom begins. */
const RADIUS = 34;
/** Up to this zoom all of the country is clustered at once, so that moving the map asks nothing. */
const WHOLE_COUNTRY_ZOOM = 6;
const EVERYWHERE: Bounds = { west: -180, south: -85, east: 180, north: 85 };
const REMEMBERED = 24;

/** supercluster knows whole zooms alone. A second index, whose radius is that much smaller, serves the halves between. */
function makeIndex(events: readonly LocatedEvent[], maxZoom: number, half: 0 | 0.5): Index {
  const index: Index = new Supercluster({
    radius: RADIUS / 2 ** half,
    extent: 256,
    maxZoom: Math.floor(maxZoom),
    map: ({ event }) => ({ [event.sport_type]: 1 }),
    reduce: (sum, more) => {
      for (const [sport, count] of Object.entries(more)) sum[sport] = (sum[sport] ?? 0) + count;
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

const halfOf = (zoom: number): 0 | 0.5 => (zoom - Math.floor(zoom) < 0.5 ? 0 : 0.5);

/** Clusters of the events: what they are at a zoom is found on demand. */
export function clusterEvents(events: readonly LocatedEvent[], maxZoom: number): Clusters {
  const indexes = new Map<number, Index>();
  function indexFor(half: 0 | 0.5): Index {
    const index = indexes.get(half) ?? makeIndex(events, maxZoom, half);
    indexes.set(half, index);
    return index;
  }

  function itemOf(feature: ReturnType<Index['getClusters']>[number], half: 0 | 0.5): MapItem {
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
    let found: readonly string[] | undefined;
    const ids = () => {
      found ??= leaves().map((leaf) => leaf.properties.event.id);
      return found;
    };
    const zoomTo = index.getClusterExpansionZoom(cluster_id) + half;
    const key = `cluster-${cluster_id}-${half}`;
    const common = { key, spot, count: point_count, ids, sports: mostFirst(sports) };
    return zoomTo > maxZoom ? { kind: 'spot', ...common } : { kind: 'cluster', zoomTo, ...common };
  }

  const remembered = new Map<string, MapItem[]>();
  return {
    prepare: (zoom) => void indexFor(halfOf(zoom)),
    itemsAt: (zoom, bounds) => {
      const level = Math.floor(zoom);
      const half = halfOf(zoom);
      const { west, south, east, north } = level <= WHOLE_COUNTRY_ZOOM ? EVERYWHERE : snapped(bounds, level);
      const question = [level + half, west, south, east, north].join();
      const known = remembered.get(question);
      if (known) return known;
      const items = indexFor(half)
        .getClusters([west, south, east, north], level)
        .map((feature) => itemOf(feature, half))
        .sort((a, b) => b.spot.latitude - a.spot.latitude);
      const [oldest] = remembered.keys();
      if (oldest !== undefined && remembered.size >= REMEMBERED) remembered.delete(oldest);
      remembered.set(question, items);
      return items;
    },
  };
}

/** Widened to a grid of half a tile or so: a small move asks for the same. */
function snapped({ west, south, east, north }: Bounds, level: number): Bounds {
  const step = 180 / 2 ** level;
  const down = (degrees: number) => Math.floor(degrees / step) * step;
  const up = (degrees: number) => Math.ceil(degrees / step) * step;
  return { west: down(west), south: down(south), east: up(east), north: up(north) };
}

/** Of as many the same first each time, not as Swedish sorts: a collator would take a phone tens of milliseconds to make. */
const mostFirst = (sports: Record<string, number>): SportCount[] =>
  Object.entries(sports)
    .map(([sport, count]) => ({ sport, count }))
    .sort((a, b) => b.count - a.count || (a.sport < b.sport ? -1 : 1));

/** `11 evenemang: 5 Löpning, 3 Löpning trail, …`: what a cluster is called. */
export function clusterName(sports: readonly SportCount[], isOneSpot = false): string {
  const total = sports.reduce((sum, { count }) => sum + count, 0);
  const parts = sports.map(({ sport, count }) => `${formatCount(count)} ${sport}`);
  return `${formatCount(total)} evenemang${isOneSpot ? ' på samma plats' : ''}: ${parts.join(', ')}`;
}

/** The parts of the ring round a cluster, in hundredths of its length, from the top and clockwise. */
export function ringOf(sports: readonly SportCount[]): { sport: string; start: number; length: number }[] {
  const total = sports.reduce((sum, { count }) => sum + count, 0);
  let start = 0;
  return sports.map(({ sport, count }) => {
    const part = { sport, start, length: (count / total) * 100 };
    start += part.length;
    return part;
  });
}

/** The side of a cluster's disc in pixels. */
export const discOf = (count: number): number => (count < 5 ? 40 : count < 10 ? 46 : 54);
