import { describe, expect, test } from 'bun:test';
import { parseCoordinates } from '#src/features/events/filter/place.ts';
import { findNamedPlace, suggestPlacesNear } from '#src/features/events/filter/place-names.ts';
import gazetteer from '#src/shared/gazetteer.generated.json';
import { findPlace, middleOf, readAtlas, suggestPlaces } from '#src/shared/gazetteer.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { PLACES_BY_HAND } from './places-by-hand.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });
const locate = (ort: string | null, landskap: string | null = null, address: string | null = null) =>
  findPlace({ ort, landskap, address });

/** In kilometres from the real location. */
function distanceFrom(found: ReturnType<typeof findPlace>, latitude: number, longitude: number): number {
  if (!found) throw new Error('no place was found');
  return kilometresBetween(found, at(latitude, longitude));
}

const csv = await Bun.file(`${import.meta.dir}/../../db/demo-events.csv`).text();
const DEMO = csv
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    // The distances are the only cell in quotes, and come before ort and landskap.
    const [, name = '', , , ort = '', landskap = ''] = line.replace(/"[^"]*"/, '').split(',');
    return { name, ort, landskap };
  });

describe('the gazetteer', () => {
  test('is tested with 56 demonstration events', () => {
    expect(DEMO).toHaveLength(56);
  });

  test.each(DEMO)('finds $name in $ort, $landskap within 25 km of its real location', ({ ort, landskap }) => {
    const byHand = PLACES_BY_HAND[`${ort}, ${landskap}`];
    if (!byHand) throw new Error('write the coordinates of this place by hand');
    const found = locate(ort, landskap);
    expect(found?.place_source).toBe('gazetteer');
    expect(distanceFrom(found, ...byHand)).toBeLessThanOrEqual(25);
  });
});

describe('the landskap', () => {
  test.each([
    ['Järna', 'Södermanland', 59.09, 17.57],
    ['Järna', 'Dalarna', 60.53, 14.37],
    ['Viken', 'Skåne', 56.15, 12.57],
    ['Viken', 'Västerbotten', 64.73, 20.92],
    ['Insjön', 'Dalarna', 60.68, 15.09],
    ['Insjön', 'Lappland', 64.4, 17.48],
    ['Anderstorp', 'Småland', 57.28, 13.63],
    ['Anderstorp', 'Västergötland', 58.88, 14.28],
    ['Skåre', 'Värmland', 59.43, 13.43],
    ['Skåre', 'Skåne', 55.38, 13.05],
    ['Ås', 'Jämtland', 63.25, 14.57],
    ['Ås', 'Ångermanland', 63.37, 16.58],
    ['Hölö', 'Södermanland', 59.02, 17.53],
    ['Brunna', 'Uppland', 59.52, 17.75],
  ])('selects the right %s, the one in %s', (ort, landskap, latitude, longitude) => {
    const found = locate(ort, landskap);
    expect(found?.place_source).toBe('gazetteer');
    expect(distanceFrom(found, latitude, longitude)).toBeLessThan(10);
  });

  test('keeps a place just over its border', () => {
    expect(distanceFrom(locate('Stockholm', 'Södermanland'), 59.33, 18.07)).toBeLessThan(5);
    expect(distanceFrom(locate('Göteborg', 'Bohuslän'), 57.71, 11.97)).toBeLessThan(5);
  });

  test('excludes a place of that name far away', () => {
    expect(locate('Kiruna', 'Skåne')).toEqual({ ...middleOf('Skåne'), place_source: 'landskap' });
  });

  test('is needed when several places have the name', () => {
    expect(locate('Järna')).toBeNull();
  });

  test('is not needed when one place has the name', () => {
    expect(distanceFrom(locate('Umeå'), 63.83, 20.26)).toBeLessThan(5);
  });
});

describe('a name with å, ä or ö', () => {
  const { lookUp } = readAtlas({
    Småland: {
      middle: [57.2, 15],
      places: [
        ['Åby', 57, 14],
        ['Aby', 58, 15],
      ],
    },
    Uppland: { middle: [60, 17.8], places: [['Äby', 60, 18]] },
  });

  test('is found by its own letters when another name folds to the same text', () => {
    expect(lookUp('Åby', 'Småland')).toEqual(at(57, 14));
    expect(lookUp('aby', 'Småland')).toEqual(at(58, 15));
    expect(lookUp('Åby', undefined)).toEqual(at(57, 14));
  });

  test('is found by its folded form within its landskap', () => {
    expect(lookUp('Aby', 'Uppland')).toEqual(at(60, 18));
  });

  test('is not found by a folded form that fits several places', () => {
    expect(lookUp('Àby', 'Småland')).toBeUndefined();
  });

  test('is found without diacritics when no other name matches exactly', () => {
    expect(distanceFrom(locate('Vasteras', 'Västmanland'), 59.61, 16.55)).toBeLessThan(5);
    expect(distanceFrom(locate('ARE', 'Jämtland'), 63.4, 13.08)).toBeLessThan(5);
  });

  test('is found when the letters are composed of two characters', () => {
    expect(locate('A\u030are', 'Jämtland')).toEqual(locate('Åre', 'Jämtland'));
  });
});

describe('a suggested place', () => {
  const names = new Set(
    Object.values(gazetteer.landskap).flatMap(({ places }) => places.map(([name]) => name)),
  );

  test.each([
    ['Sala', 'Sala'],
    ['kil', 'Kil'],
    ['Berg', 'Berg'],
    ['Ås', 'Ås'],
    ['vasteras', 'Västerås'],
  ])('for %p is first of all %s', (text, name) => {
    expect(suggestPlaces(text, 1).map((place) => place.name)).toEqual([name]);
  });

  test.each([
    ['gbg', 'Göteborg'],
    ['Sthlm', 'Stockholm'],
    ['upsala', 'Uppsala'],
    ['Jönkoping', 'Jönköping'],
    ['norkoping', 'Norrköping'],
  ])('of %p, a short or misspelt name, is %s', (text, name) =>
    expect(suggestPlacesNear(text)[0]?.name).toBe(name),
  );

  test('is missing for letters that resemble no name', () => expect(suggestPlacesNear('xyzxyz')).toEqual([]));

  test('is the place that its value of `near` finds, also if its landskap has two of that name', () => {
    for (const name of names)
      for (const { near, latitude, longitude } of suggestPlacesNear(String(name)))
        expect([near, findByNear(near)]).toEqual([near, at(latitude, longitude)]);
    const valuesFor = (text: string) => suggestPlacesNear(text).map(({ near }) => near);
    expect(valuesFor('Mora')[0]).toBe('Mora');
    expect(valuesFor('Järna').slice(0, 2)).toEqual(['Järna, Dalarna', 'Järna, Södermanland']);
    expect(valuesFor('Alunda')).toEqual(['60.067,18.083', '60.267,18.4']);
  });

  function findByNear(near: string) {
    const { latitude, longitude } = parseCoordinates(near) ?? findNamedPlace(near) ?? at(0, 0);
    return at(latitude, longitude);
  }
});

describe('findPlace', () => {
  test.each(['57.7089, 11.9746', 'Parkeringen, 57.7089, 11.9746', '57.7089;11.9746', '57.7089 11.9746'])(
    'reads the position of the address %j',
    (address) => {
      const position = { latitude: 57.7089, longitude: 11.9746, place_source: 'gazetteer' as const };
      expect(locate(null, null, address)).toEqual(position);
      expect(locate('Mora', null, address)).toEqual(position);
    },
  );

  test.each(['11.9746, 57.7089', '40.7128, 74.006', '0.000, 0.000', '57.70, 11.97', '57, 11'])(
    'takes %j for no position in Sweden',
    (address) => expect(locate(null, null, address)).toBeNull(),
  );

  test('uses the middle of the landskap for an unknown ort', () => {
    expect(locate('Trollskogens gård', 'Medelpad')).toEqual({
      ...middleOf('Medelpad'),
      place_source: 'landskap',
    });
  });

  test('falls back to the town at the end of the address', () => {
    expect(distanceFrom(locate(null, 'Dalarna', 'Vasagatan 1, 792 30 Mora'), 61.007, 14.543)).toBeLessThan(5);
    expect(distanceFrom(locate('Okänd by', 'Dalarna', 'Torget 2, Falun'), 60.607, 15.63)).toBeLessThan(5);
  });

  test('looks up only the last parts of an address in a thousand parts', () => {
    const many = (town: string) => [...Array.from({ length: 1000 }, (_, part) => `Nr ${part}`), town];
    expect(distanceFrom(locate(null, 'Dalarna', many('Mora').join(', ')), 61.007, 14.543)).toBeLessThan(5);
    expect(locate(null, null, many('Mora').reverse().join(', '))).toBeNull();
  });

  test('uses the first known part of an ort in several parts', () => {
    expect(distanceFrom(locate('Hellasgården (Nacka)', 'Södermanland'), 59.31, 18.16)).toBeLessThan(10);
    expect(distanceFrom(locate('Sälen/Mora', 'Dalarna'), 61.157, 13.266)).toBeLessThan(5);
  });

  test('accepts a landskap as the ort', () => {
    expect(locate('Gotland')).toEqual({ ...middleOf('Gotland'), place_source: 'landskap' });
  });

  test('returns null when neither ort, address nor landskap is known', () => {
    expect(locate(null)).toBeNull();
    expect(locate('', '', ' ')).toBeNull();
    expect(locate('Ingenstans')).toBeNull();
  });

  test('knows a middle in Sweden for every landskap', () => {
    for (const landskap of LANDSKAP) {
      const { latitude, longitude } = middleOf(landskap);
      expect(latitude).toBeWithin(55, 69.1);
      expect(longitude).toBeWithin(10.5, 24.2);
    }
  });
});
