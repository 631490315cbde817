/**
 * Sweden and its neighbours as SVG paths in Web Mercator. Run it after an update of `world-atlas`. Natural Earth's data
 * is in the public domain.
 */
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-10m.json';
import { project } from '../src/shared/mercator';
import { LAKES } from './outline/lakes';
import { areaOf, type Box, clip, type Point, simplify } from './outline/simplify';

const TARGET = 'client/features/map/outline.generated.json';

/** In path units. One unit is about 40 m in central Sweden. */
const WORLD = 2 ** 19;

/** Deviation of a simplified line in units. */
const TOLERANCE = { sweden: 5, others: 45 };

/** Smaller islands, in square units, are omitted. */
const SMALLEST_AREA = { sweden: 700, others: 15000 };

if (process.argv.includes('--help')) {
  console.log(`bun run make:outline\n\nGenerates ${TARGET} from the package world-atlas.`);
  process.exit(0);
}

const projectedPoint = (longitude: number, latitude: number): Point => {
  const { x, y } = project({ latitude: Math.min(85, Math.max(-85, latitude)), longitude });
  return [x * WORLD, y * WORLD];
};
const [west, north] = projectedPoint(-22, 74);
const [east, south] = projectedPoint(66, 49);
const VIEW: Box = { west, north, east, south };

const topology = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const { countries } = topology.objects;

/** Negative indexes mean reversed arcs. */
const arcsOf = (geometry: object): number[] =>
  ['arcs' in geometry ? geometry.arcs : []]
    .flat(4)
    .filter((arc) => typeof arc === 'number')
    .map((arc) => (arc < 0 ? ~arc : arc));

type Country = (typeof countries.geometries)[number];
const isSweden = ({ properties = {} }: Country) => 'name' in properties && properties.name === 'Sweden';
const swedishArcs = new Set(countries.geometries.filter(isSweden).flatMap((country) => arcsOf(country)));

/** Simplifies arcs instead of countries, so that a shared border stays one line without gaps. */
function projectArc(arc: number[][], index: number): Point[] {
  const { scale, translate } = topology.transform ?? { scale: [1, 1], translate: [0, 0] };
  let [x, y] = [0, 0];
  const line = arc.map(([dx = 0, dy = 0]) => {
    x += dx;
    y += dy;
    return projectedPoint(x * scale[0] + translate[0], y * scale[1] + translate[1]);
  });
  return simplify(line, swedishArcs.has(index) ? TOLERANCE.sweden : TOLERANCE.others);
}

const { transform: _, ...untransformed } = topology;
const projectedTopology: typeof topology = { ...untransformed, arcs: topology.arcs.map(projectArc) };

function pathOf(ring: Point[]): string {
  let previous: Point = [0, 0];
  const steps = ring.map(([x, y]) => {
    const point: Point = [Math.round(x - west), Math.round(y - north)];
    const step: Point = [point[0] - previous[0], point[1] - previous[1]];
    previous = point;
    return step;
  });
  const [start, ...rest] = steps;
  const moves = rest.filter(([dx, dy]) => dx || dy).map(([dx, dy]) => `${dx}${dy < 0 ? dy : ` ${dy}`}`);
  return start ? `M${start.join(' ')}l${moves.join(' ')}z` : '';
}

const featureOf = (country: Country) =>
  feature(projectedTopology, country as GeometryObject) as Feature<Polygon | MultiPolygon>;

/** Crosses the date line instead of jumping back. `start` is the initial number of turns around the world. */
function unwrapRing(ring: number[][], start: number): Point[] {
  let turns = start;
  return ring.slice(0, -1).map(([x = 0, y = 0], i): Point => {
    const step = x - (ring[i - 1]?.[0] ?? x);
    if (Math.abs(step) > WORLD / 2) turns -= Math.sign(step);
    return [x + turns * WORLD, y];
  });
}

function outlineOf(country: Country): string {
  const { geometry } = featureOf(country);
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  const smallest = isSweden(country) ? SMALLEST_AREA.sweden : SMALLEST_AREA.others;
  return rings
    .flatMap((ring) => [-1, 0, 1].map((turns) => clip(unwrapRing(ring, turns), VIEW)))
    .filter((ring) => ring.length > 3 && areaOf(ring) >= smallest)
    .map(pathOf)
    .join('');
}

const outlines = {
  source: 'Natural Earth (https://www.naturalearthdata.com), public domain',
  world: WORLD,
  x: Math.round(west),
  y: Math.round(north),
  lakes: LAKES.map((lake) =>
    pathOf(lake.map(([longitude, latitude]) => projectedPoint(longitude, latitude))),
  ).join(''),
  sweden: countries.geometries.filter(isSweden).map(outlineOf).join(''),
  neighbours: countries.geometries
    .filter((country) => !isSweden(country))
    .map(outlineOf)
    .filter(Boolean),
};
const json = `${JSON.stringify(outlines, null, 1)}\n`;
await Bun.write(TARGET, json);
console.log(
  `${TARGET}: ${json.length} characters, ${Bun.gzipSync(json).length} bytes gzipped, ` +
    `${outlines.sweden.length} of them Sweden, ${outlines.neighbours.length} neighbours`,
);
