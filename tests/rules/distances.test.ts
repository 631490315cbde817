import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  distanceKey,
  formatDistance,
  hoursOf,
  isBareNumber,
  isDistanceFor,
  joinDistances,
  kilometresOf,
  publishedDistances,
  sortDistances,
  spellOutList,
  splitDistances,
  withUnit,
} from '#src/shared/distances.ts';
import { SPORTS } from '#src/shared/sports.ts';

describe('kilometresOf', () => {
  test.each([
    ['10 km', 10],
    ['42,1km', 42.1],
    ['42.195 km', 42.195],
    ['5000m', 5],
    ['21 000 m', 21],
    ['3 mil', 30],
    ['10K', 10],
    ['10,000 m', 10],
    ['5.000 m', 5],
    ['42.195 m', 42.195],
    ['42\u202f195 m', 42.195],
    ['10,000 km', 10],
    ['800 meter', 0.8],
    ['10 kilometer', 10],
    ['10 miles', 16.09344],
    ['10k', 10],
    ['100', 100],
    ['101', 0.101],
    ['5000', 5],
    ['0,5 km', 0.5],
    [' 90 KM ', 90],
    ['21,0975', 21.0975],
  ])('reads %p as %p km', (text, kilometres) => expect(kilometresOf(text)).toBeCloseTo(kilometres, 9));

  test('has no errors of binary fractions', () => expect(kilometresOf('2,01 mil')).toBe(20.1));

  test.each(['', 'km', 'Sprint', '0', '0 km', '-5 km', '1e3', '10 kmm', '10 km, 20 km', 'Infinity', '٣ km'])(
    'returns undefined for %p',
    (text) => expect(kilometresOf(text)).toBeUndefined(),
  );

  test('reads any number with any unit alike, whatever its spacing, case and decimal sign', () => {
    const unit = fc.constantFrom(['km', 1], ['K', 1], ['mil', 10], ['m', 0.001]);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999 }),
        fc.integer({ min: 0, max: 999 }),
        unit,
        fc.constantFrom('', ' ', '\u00a0'),
        fc.constantFrom(',', '.'),
        fc.boolean(),
        (whole, part, [name, factor], space, point, upper) => {
          const decimals = String(part).padStart(3, '0');
          const written = `${whole}${point}${decimals}${space}${upper ? name.toUpperCase() : name}`;
          const hasThousands = name === 'm' && whole < 1000;
          const expected = Number(`${whole}${hasThousands ? '' : '.'}${decimals}`) * Number(factor);
          expect(kilometresOf(written)).toBeCloseTo(expected, 6);
        },
      ),
    );
  });

  test('reads a bare number as kilometres up to 100, and as metres above', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (number) => {
        expect(kilometresOf(String(number))).toBeCloseTo(number > 100 ? number / 1000 : number, 9);
      }),
    );
  });

  test('never throws, and returns only lengths above 0', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const kilometres = kilometresOf(text);
        expect(kilometres === undefined || kilometres > 0).toBe(true);
      }),
    );
  });
});

describe('splitDistances', () => {
  test('splits at a comma unless it is between two digits', () => {
    expect(splitDistances('10 km, 42,1 km')).toEqual(['10 km', '42,1 km']);
    expect(splitDistances('10,5 km,21,1 km')).toEqual(['10,5 km', '21,1 km']);
    expect(splitDistances('Sprint,Olympic , ')).toEqual(['Sprint', 'Olympic']);
    expect(splitDistances('5, 10, 21,1')).toEqual(['5', '10', '21,1']);
  });

  test('keeps the first of two equal distances, as it was written', () => {
    expect(splitDistances('10 km, 10km, 10 KM, 5 km')).toEqual(['10 km', '5 km']);
  });

  test('restores every list that joinDistances has joined', () => {
    const distance = fc
      .tuple(
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom('km', 'm', 'mil', 'K'),
      )
      .map(([whole, part, unit]) => `${whole}${part ? `,${part}` : ''} ${unit}`);
    fc.assert(
      fc.property(
        fc.uniqueArray(distance, { selector: distanceKey, minLength: 1, maxLength: 30 }),
        (list) => {
          expect(splitDistances(joinDistances(list))).toEqual(list);
        },
      ),
    );
  });
});

describe('isDistanceFor', () => {
  test('accepts any text for Triathlon', () => expect(isDistanceFor('Triathlon', 'Sprint')).toBe(true));
  test('accepts times for Löpning - tidslopp but not for other sports, except for Triathlon', () => {
    expect(isDistanceFor('Löpning - tidslopp', '6 timmar')).toBe(true);
    expect(isDistanceFor('Löpning - tidslopp', '24 h')).toBe(true);
    const otherSports = SPORTS.filter((sport) => sport !== 'Löpning - tidslopp' && sport !== 'Triathlon');
    for (const sport of otherSports) expect(isDistanceFor(sport, '6 timmar')).toBe(false);
  });
  test('accepts a length and rejects an empty text for every sport', () => {
    for (const sport of SPORTS) {
      expect(isDistanceFor(sport, '10 km')).toBe(true);
      expect(isDistanceFor(sport, '  ')).toBe(false);
    }
  });
});

test('sortDistances puts lengths first, shortest first, then times, then words', () => {
  const sorted = sortDistances([
    'Olympic',
    '6 timmar',
    '10 km',
    '5000 m',
    '1 mil',
    '1 h',
    'Sprint',
    '21,1 km',
  ]);
  expect(sorted.slice(0, 1)).toEqual(['5000 m']);
  expect(sorted.slice(3)).toEqual(['21,1 km', '1 h', '6 timmar', 'Olympic', 'Sprint']);
});

test('sortDistances puts numbers without a unit last, smallest first', () =>
  expect(sortDistances(['140.6', '5 km', '70.3', 'Sprint'])).toEqual(['5 km', 'Sprint', '70.3', '140.6']));

test('withUnit adds km, m or hours to a bare number, and leaves a name of Triathlon', () => {
  expect(withUnit('5', 'Löpning')).toBe('5 km');
  expect(withUnit('800', 'Simning')).toBe('800 m');
  expect(withUnit('24', 'Löpning - tidslopp')).toBe('24 h');
  expect(withUnit('10 km', 'Löpning - tidslopp')).toBe('10 km');
  expect(withUnit('140.6', 'Triathlon')).toBe('140.6');
});

test('hoursOf reads minutes as a part of an hour', () => expect(hoursOf('90 min')).toBeCloseTo(1.5));

describe('formatDistance', () => {
  test.each([
    ['42,1km', '42,1 km'],
    ['42.195 KM', '42,195 km'],
    ['5K', '5 km'],
    ['5000m', '5000 m'],
    ['21 000m', '21 000 m'],
    ['30mil', '30 mil'],
    [' 10  km ', '10 km'],
  ])('writes %p as %p', (typed, written) => expect(formatDistance(typed)).toBe(written));

  test.each(['5', '70.3', 'Sprint', '6 timmar', '0 km', ''])('leaves %p as it is', (text) =>
    expect(formatDistance(text)).toBe(text),
  );
});

describe('publishedDistances', () => {
  test('adds the unit to a bare number', () => {
    expect(publishedDistances(['5', '21,1', '100', '101', '5000', '10 000'], 'Löpning')).toEqual([
      '5 km',
      '21,1 km',
      '100 km',
      '101 m',
      '5000 m',
      '10 000 m',
    ]);
  });

  test('leaves a bare number if the sport has names or times as distances', () => {
    expect(publishedDistances(['70.3', 'Sprint', '1500m'], 'Triathlon')).toEqual([
      '70.3',
      'Sprint',
      '1500 m',
    ]);
    expect(publishedDistances(['6', '12 timmar'], 'Löpning - tidslopp')).toEqual(['6', '12 timmar']);
  });

  test('removes duplicates', () => {
    expect(publishedDistances(['5', '5K', '5 km', '42.1km', '42,1 km'], 'Löpning')).toEqual([
      '5 km',
      '42,1 km',
    ]);
  });

  test('keeps every length, and leaves its own output unchanged', () => {
    const distance = fc.stringMatching(/^\d{1,4}([.,]\d{1,3})? ?(km|KM|m|mil|K|k)?$/);
    fc.assert(
      fc.property(distance, fc.constantFrom(...SPORTS), (text, sport) => {
        const [published = ''] = publishedDistances([text], sport);
        expect(kilometresOf(published)).toBe(kilometresOf(text) as never);
        expect(isBareNumber(published, sport)).toBe(false);
        expect(publishedDistances([published], sport)).toEqual([published]);
      }),
    );
  });
});

describe('a list as people write it', () => {
  test.each([
    ['5 och 10 km', '5 km, 10 km'],
    ['5/10/21 km', '5 km, 10 km, 21 km'],
    ['5, 10 & 21,1 km', '5 km, 10 km, 21,1 km'],
    ['21 km + 10 km + 5 km', '21 km, 10 km, 5 km'],
    ['800/1500 m', '800 m, 1500 m'],
    ['6/12/24 h', '6 h, 12 h, 24 h'],
    ['5k & 10k', '5k, 10k'],
    ['halvmaraton', '21,1 km'],
    ['10 km, Half Marathon, maraton', '10 km, 21,1 km, 42,2 km'],
    ['maraton, 10 km, halvmaraton', '42,2 km, 10 km, 21,1 km'],
    ['1/2 maraton och maraton', '21,1 km, 42,2 km'],
    ['5 km\n10 km', '5 km, 10 km'],
  ])('%j is spelled out', (text, list) => expect(spellOutList(text)).toBe(list));

  test.each([
    '5-10 km',
    '+640 m',
    '10 km /',
    '1,9/90/21 km',
    '750 m/20 km/5 km',
    '750/20/5',
    '10 km',
    '5 km, 10 km',
    'kort/lång',
    '1/2 mara',
    '10 km +1200 m',
    '42 km / 2500 m',
    '42 km + 2500 m',
    'Göteborg maraton',
    'maratonstafett',
  ])('%j is left alone', (text) => expect(spellOutList(text)).toBe(text));

  test('takes linear time', () => {
    for (const piece of ['1/', ' ', 'och ', '1,'])
      expect(spellOutList(piece.repeat(5000)).length).toBeGreaterThan(1);
  });
});
