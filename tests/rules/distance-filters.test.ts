import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { PublicEvent } from '#src/features/events/contract.ts';
import {
  ANY_LENGTH,
  BUCKETS,
  bucketOf,
  distanceChoices,
  distanceFilter,
  formatLengths,
  keepAvailableChoices,
  parseLength,
  QUICK_LENGTHS,
} from '#src/features/events/filter/distance.ts';
import { createFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { splitDistances } from '#src/shared/distances.ts';
import { SPORTS } from '#src/shared/sports.ts';
import {
  anyEvents,
  anyLengths,
  BARE_NUMBERS,
  event,
  keysOf,
  MEANINGS,
  type Meaning,
  passes,
} from '#tests/support/filter-samples.ts';

const distancesOnly = (distance: string[]) => distanceFilter({ distance, lengths: ANY_LENGTH });

describe('the distance buckets of Löpning', () => {
  test.each([
    [0.1, '0,1 - 10 km'],
    [10, '0,1 - 10 km'],
    [10.001, '10,1 - 20 km'],
    [20, '10,1 - 20 km'],
    [20.05, '20,1 - 43 km'],
    [42.195, '20,1 - 43 km'],
    [43, '20,1 - 43 km'],
    [43.01, '43,1+ km'],
    [250, '43,1+ km'],
  ])('put %p km in %p', (kilometres, bucket) => expect(bucketOf(kilometres)).toBe(bucket));

  test('put every length above 0 in exactly one bucket, and a longer one never in an earlier bucket', () => {
    const order = BUCKETS.map((bucket) => bucket.name as string);
    const length = fc.double({ min: Number.MIN_VALUE, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(length, length, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((km) => order.indexOf(bucketOf(km) ?? ''));
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeGreaterThanOrEqual(low ?? 0);
      }),
    );
  });

  test('do not match a length of another sport, even right after the same length of Löpning', () => {
    const isUpTo10Km = distancesOnly(['0,1 - 10 km']);
    expect(isUpTo10Km(event({ distances: '5 km' }))).toBe(true);
    expect(isUpTo10Km(event({ distances: '5 km', sport_type: 'Löpning trail' }))).toBe(false);
    expect(isUpTo10Km(event({ distances: '5 km' }))).toBe(true);
  });

  test('match lengths in metres and mil too, and only for Löpning', () => {
    expect(distancesOnly(['0,1 - 10 km'])(event({ distances: '5000 m' }))).toBe(true);
    expect(distancesOnly(['43,1+ km'])(event({ distances: '5 mil' }))).toBe(true);
    expect(distancesOnly(['0,1 - 10 km', '10,1 - 20 km'])(event({ distances: '21,1 km' }))).toBe(false);
    expect(distancesOnly(['0,1 - 10 km'])(event({ sport_type: 'Löpning trail', distances: '5 km' }))).toBe(
      false,
    );
  });
});

describe('the distance filter', () => {
  const events = [
    event({}),
    event({ sport_type: 'Cykel MTB', distances: '45 km, 10km' }),
    event({ sport_type: 'Cykel MTB', distances: '10 km, 94 km' }),
    event({ sport_type: 'Simning', distances: '10000 m' }),
    event({ sport_type: 'Triathlon', distances: 'Sprint, Olympic' }),
  ];
  test('offers the lengths of a sport, shortest first, but for Löpning no single lengths', () => {
    expect(distanceChoices(events, 'Löpning')).toEqual({ lengths: [], named: [], hasLengths: true });
    expect(distanceChoices(events, 'Cykel MTB').lengths).toEqual(['10km', '45 km', '94 km']);
  });
  test('offers names and times as a group of their own, and no range if no event has a length', () =>
    expect(distanceChoices(events, 'Triathlon')).toEqual({
      lengths: [],
      named: ['Olympic', 'Sprint'],
      hasLengths: false,
    }));
  test('offers the distances of all sports when none is chosen, and equal lengths once', () =>
    expect(distanceChoices(events, '')).toEqual({
      lengths: ['10km', '45 km', '94 km'],
      named: ['Olympic', 'Sprint'],
      hasLengths: true,
    }));
  test('drops the chosen distances of other sports when a sport is chosen', () => {
    expect(keepAvailableChoices(['0,1 - 10 km', '45 km', '10 km'], events, 'Cykel MTB')).toEqual([
      '45 km',
      '10 km',
    ]);
    expect(keepAvailableChoices(['0,1 - 10 km', '45 km'], events, 'Löpning')).toEqual(['0,1 - 10 km']);
  });
});

function meaningOf(distance: string, sport: string): Meaning {
  const km = BARE_NUMBERS[distance];
  if (km === undefined) return MEANINGS[distance] ?? { name: distance };
  if (sport === 'Triathlon') return { name: distance };
  return sport === 'Löpning - tidslopp' ? { hours: Number(distance) } : { km };
}
const meaningsOf = ({ distances, sport_type }: PublicEvent) =>
  splitDistances(distances).map((distance) => meaningOf(distance, sport_type));
describe('a range of lengths', () => {
  test('shows exactly the events with a length within the range, of any sport', () => {
    fc.assert(
      fc.property(anyEvents, anyLengths, (events, lengths) => {
        const naive = events.filter((one) => {
          if (lengths.min === null && lengths.max === null) return true;
          const min = { 21.1: 21, 42.2: 42 }[lengths.min ?? 0] ?? lengths.min ?? 0;
          const max = { 21: 21.1 }[lengths.max ?? 0] ?? lengths.max ?? Number.POSITIVE_INFINITY;
          return meaningsOf(one).some((meaning) => 'km' in meaning && meaning.km >= min && meaning.km <= max);
        });
        const shown = events.filter(createFilter({ ...NO_FILTER, lengths }, { today: '2027-01-01' }));
        expect(keysOf(shown)).toEqual(keysOf(naive));
      }),
    );
  });

  test.each(['21,0975', '21.0975'])('may have four decimals: %s', (text) =>
    expect(parseLength(text)).toBe(21.0975),
  );

  test('also shows events with a chosen name or time', () => {
    const filter = { lengths: { min: 40, max: null }, distance: ['Sprint'] };
    expect(passes(event({ sport_type: 'Triathlon', distances: 'Sprint' }), filter)).toBe(true);
    expect(passes(event({ sport_type: 'Triathlon', distances: 'Olympic' }), filter)).toBe(false);
  });

  test.each([
    ['21 km', 'Halvmaraton'],
    ['21,0975 km', 'Halvmaraton'],
    ['42195 m', 'Maraton'],
    ['32 km', '20,1 - 43 km'],
  ])('finds %s by the quick choice %s', (distances, name) => {
    const range = QUICK_LENGTHS.find((choice) => choice.name === name)?.range ?? ANY_LENGTH;
    expect(passes(event({ sport_type: 'Cykel MTB', distances }), { lengths: range })).toBe(true);
  });

  test.each([
    [{ min: null, max: 21 }, '21,0975 km', true],
    [{ min: null, max: 21 }, '21,1 km', true],
    [{ min: null, max: 21 }, '21,2 km', false],
    [{ min: null, max: 42 }, '42,195 km', true],
    [{ min: 42.2, max: null }, '42 km', true],
    [{ min: 42.2, max: null }, '41,9 km', false],
    [{ min: null, max: 20.9 }, '21 km', false],
  ])('of %j, which may end at a marathon, has %s: %p', (lengths, distances, isShown) =>
    expect(passes(event({ distances }), { lengths })).toBe(isShown),
  );

  test.each([
    [{ min: 5, max: 21.1 }, '5–21,1 km'],
    [{ min: null, max: 21.1 }, 'högst 21,1 km'],
    [{ min: 60, max: null }, 'från 60 km'],
    [{ min: 43.1, max: null }, '43,1+ km'],
    [{ min: 7, max: 7 }, '7 km'],
  ])('%j is shown as %p', (range, text) => expect(formatLengths(range)).toBe(text));

  test.each([
    ['21,1', 21.1],
    [' 21.1', 21.1],
    ['0', 0],
    ['10000', undefined],
    ['-5', undefined],
    ['fem', undefined],
    ['', undefined],
  ])('%p is read as %p', (text, km) => expect(parseLength(text)).toBe(km as never));
});

describe('a chosen distance', () => {
  test('is offered once, and shows exactly the events with an equal distance', () => {
    fc.assert(
      fc.property(anyEvents, fc.constantFrom('', ...SPORTS), (events, sport) => {
        const ofSport = events.filter((one) => !sport || one.sport_type === sport);
        const isOffered = (one: PublicEvent, meaning: Meaning) =>
          one.sport_type !== 'Löpning' || !('km' in meaning);
        const meanings = ofSport.flatMap((one) => meaningsOf(one).filter((it) => isOffered(one, it)));
        const naive = [...new Set(meanings.map((meaning) => JSON.stringify(meaning)))].map((meaning) =>
          keysOf(ofSport.filter((one) => meaningsOf(one).some((it) => JSON.stringify(it) === meaning))),
        );
        const { lengths, named } = distanceChoices(events, sport);
        const shown = [...lengths, ...named].map((choice) => {
          const filter = { ...NO_FILTER, sport, distance: [choice] };
          return keysOf(events.filter(createFilter(filter, { today: '2027-01-01' })));
        });
        expect(shown.map(String).sort()).toEqual(naive.map(String).sort());
      }),
    );
  });

  test('that is a number without a unit is a name, which no length has', () => {
    const filter = { distance: ['140.6'] };
    expect(passes(event({ sport_type: 'Triathlon', distances: '140.6' }), filter)).toBe(true);
    expect(passes(event({ sport_type: 'Simning', distances: '140,6 m' }), filter)).toBe(false);
  });
});
