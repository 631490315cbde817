import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  countDistances,
  countLandskap,
  countLengths,
  countMonths,
  countSports,
} from '#client/features/events/filter/facets.ts';
import { changeToMonth, listMonths } from '#client/features/events/filter/months.ts';
import { sectionsOf } from '#client/features/events/filter/sections.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import {
  ANY_LENGTH,
  BUCKETS,
  bucketOf,
  choiceKey,
  distanceChoices,
  distanceFilter,
  formatLengths,
  keepAvailableChoices,
  parseLength,
  QUICK_LENGTHS,
} from '#src/features/events/filter/distance.ts';
import {
  createFilter,
  DATE_FILTERS,
  type EventFilter,
  NO_FILTER,
} from '#src/features/events/filter/filter.ts';
import {
  distancesFrom,
  formatKilometres,
  parseCoordinates,
  RADII_KM,
} from '#src/features/events/filter/place.ts';
import { compareEvents, sameEventKey } from '#src/features/events/rules.ts';
import { splitDistances } from '#src/shared/distances.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { eventOf } from '#tests/support/events.ts';

const event = (part: Partial<PublicEvent>) =>
  eventOf({
    id: '01',
    event_name: 'Göteborgsvarvet',
    distances: '21,1 km',
    ort: 'Göteborg',
    landskap: 'Västergötland',
    ...part,
  });

const distancesOnly = (distance: string[]) => distanceFilter({ distance, lengths: ANY_LENGTH });

const passes = (one: PublicEvent, filter: Partial<EventFilter>, today = '2027-01-01') =>
  createFilter({ ...NO_FILTER, ...filter }, { today })(one);

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

describe('the event filters', () => {
  test('show upcoming events by default, or past or all events', () => {
    const past = event({ event_date: '2026-12-31' });
    expect(passes(past, {})).toBe(false);
    expect(passes(past, { date: 'past' })).toBe(true);
    expect(passes(past, { date: 'all' })).toBe(true);
    expect(passes(event({}), { date: 'past' })).toBe(false);
  });
  test('combine sport, landskap and distance', () => {
    const filter = { sport: 'Löpning', landskap: 'Västergötland', distance: ['20,1 - 43 km'] };
    expect(passes(event({}), filter)).toBe(true);
    expect(passes(event({}), { ...filter, sport: 'Löpning trail' })).toBe(false);
    expect(passes(event({}), { ...filter, landskap: 'Skåne' })).toBe(false);
    expect(passes(event({}), { ...filter, distance: ['43,1+ km'] })).toBe(false);
  });
});

/** A length in km, a time or a name. */
type Meaning = { km: number } | { hours: number } | { name: string };
const MEANINGS: Record<string, Meaning> = {
  '5 km': { km: 5 },
  '5000 m': { km: 5 },
  '10 km': { km: 10 },
  '10,05 km': { km: 10.05 },
  '2,01 mil': { km: 20.1 },
  '21,0975 km': { km: 21.0975 },
  '21,1 km': { km: 21.1 },
  '42,2 km': { km: 42.2 },
  '5 mil': { km: 50 },
  '800 m': { km: 0.8 },
  Sprint: { name: 'Sprint' },
  '6 timmar': { hours: 6 },
  '6 h': { hours: 6 },
  '24 h': { hours: 24 },
};
/** In km, for most sports. */
const BARE_NUMBERS: Record<string, number> = { '24': 24, '5': 5, '70.3': 70.3, '140.6': 0.1406, '800': 0.8 };
const DISTANCES = [...Object.keys(MEANINGS), ...Object.keys(BARE_NUMBERS)];

function meaningOf(distance: string, sport: string): Meaning {
  const km = BARE_NUMBERS[distance];
  if (km === undefined) return MEANINGS[distance] ?? { name: distance };
  if (sport === 'Triathlon') return { name: distance };
  return sport === 'Löpning - tidslopp' ? { hours: Number(distance) } : { km };
}
const meaningsOf = ({ distances, sport_type }: PublicEvent) =>
  splitDistances(distances).map((distance) => meaningOf(distance, sport_type));
const PLACES = ['Dalarna', 'Skåne', null] as const;
const dayIn2027 = fc
  .integer({ min: 0, max: 364 })
  .map((days) => new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10));
const anyEvent = fc
  .record({
    sport_type: fc.constantFrom(...SPORTS),
    distances: fc
      .uniqueArray(fc.constantFrom(...DISTANCES), { minLength: 1, maxLength: 4 })
      .map((list) => list.join(', ')),
    landskap: fc.constantFrom(...PLACES),
    event_date: dayIn2027,
    days: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ days, ...part }) => {
    const last = new Date(`${part.event_date}T00:00:00Z`);
    last.setUTCDate(last.getUTCDate() + days);
    return event({ ...part, event_end_date: days === 0 ? null : last.toISOString().slice(0, 10) });
  });
const anyEvents = fc.array(anyEvent, { maxLength: 12 });
const rangeEnd = fc.option(fc.constantFrom(0, 0.8, 5, 10, 10.05, 10.1, 20, 20.1, 21, 21.1, 42.2, 50));
const anyLengths = fc
  .tuple(rangeEnd, rangeEnd)
  .map(([a, b]) =>
    a !== null && b !== null ? { min: Math.min(a, b), max: Math.max(a, b) } : { min: a, max: b },
  );
const keysOf = (list: readonly PublicEvent[]) =>
  list.map((one) => one.event_date + one.distances + one.sport_type);

describe('a range of lengths', () => {
  test('shows exactly the events with a length within the range, of any sport', () => {
    fc.assert(
      fc.property(anyEvents, anyLengths, (events, lengths) => {
        const naive = events.filter((one) => {
          if (lengths.min === null && lengths.max === null) return true;
          return meaningsOf(one).some(
            (meaning) =>
              'km' in meaning &&
              meaning.km >= (lengths.min ?? 0) &&
              meaning.km <= (lengths.max ?? Number.POSITIVE_INFINITY),
          );
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

describe('a period', () => {
  test('shows exactly the events with at least one day within the period', () => {
    const day = fc.option(dayIn2027, { nil: '' });
    fc.assert(
      fc.property(anyEvents, day, day, (events, a, b) => {
        const [from = '', to = ''] = a && b ? [a, b].sort() : [a, b];
        const naive = events.filter((one) => {
          const last = one.event_end_date ?? one.event_date;
          const days: string[] = [];
          for (let at = Date.parse(one.event_date); at <= Date.parse(last); at += 86_400_000)
            days.push(new Date(at).toISOString().slice(0, 10));
          return days.some((one) => (!from || one >= from) && (!to || one <= to));
        });
        const filter = createFilter(
          { ...NO_FILTER, date: 'all', period: { from, to } },
          { today: '2027-06-01' },
        );
        expect(keysOf(events.filter(filter))).toEqual(keysOf(naive));
      }),
    );
  });
});

describe('a place', () => {
  const MORA = { latitude: 61.007, longitude: 14.543 };
  const position = fc.record({
    latitude: fc.double({ min: 55, max: 69, noNaN: true }),
    longitude: fc.double({ min: 11, max: 24, noNaN: true }),
  });

  test('shows exactly the events within the radius, and none without a position', () => {
    const located = fc.array(fc.option(position), { maxLength: 20 });
    fc.assert(
      fc.property(located, fc.constantFrom(...RADII_KM), (positions, within) => {
        const events = positions.map((_, index) => event({ id: String(index) }));
        const known = positions.flatMap((at, index) => (at ? [{ ...at, id: String(index) }] : []));
        const kilometres = distancesFrom(MORA, known);
        const filter = createFilter(
          { ...NO_FILTER, near: 'Mora', within },
          { today: '2027-01-01', kilometres },
        );
        const naive = known.filter((at) => kilometresBetween(MORA, at) <= within).map(({ id }) => id);
        expect(events.filter(filter).map(({ id }) => id)).toEqual(naive);
      }),
    );
  });

  test('groups the events into rings by their distance, nearest first', () => {
    const events = [event({ id: 'far' }), event({ id: 'next' }), event({ id: 'here' })];
    const kilometres = new Map([
      ['far', 80],
      ['next', 12],
      ['here', 0.4],
    ]);
    const sections = sectionsOf(events, { filter: { sort: 'nearest' }, found: undefined, kilometres });
    expect(sections.map(({ title, events }) => [title, events.map(({ id }) => id)])).toEqual([
      ['Inom 10 km', ['here']],
      ['Inom 30 km', ['next']],
      ['Inom 100 km', ['far']],
    ]);
  });

  test.each([
    ['59.33,18.07', { latitude: 59.33, longitude: 18.07 }],
    ['59.33, 18.07', { latitude: 59.33, longitude: 18.07 }],
    ['91,18', undefined],
    ['Mora', undefined],
    ['Mora, Dalarna', undefined],
  ])('%p is read as %j', (text, at) => expect(parseCoordinates(text)).toEqual(at as never));

  test('is shown with its distance in whole kilometres, or as under 1 km', () =>
    expect([0.4, 1.4, 1234].map((km) => formatKilometres(km))).toEqual([
      'under 1 km',
      '1 km',
      '1\u00a0234 km',
    ]));

  test('is shown with an approximate distance if only the landskap is known', () =>
    expect([0.4, 34.6].map((km) => formatKilometres(km, true))).toEqual(['ca 1 km', 'ca 35 km']));
});

describe('the number beside a choice', () => {
  const context = { today: '2027-06-15' };
  const dayThisMonth = fc.integer({ min: 10, max: 30 }).map((dayOfMonth) => `2027-06-${dayOfMonth}`);
  const eventThisMonth = fc
    .tuple(anyEvent, dayThisMonth)
    .map(([one, event_date]) => ({ ...one, event_date, event_end_date: null }));
  const eventsNearToday = fc.array(fc.oneof(anyEvent, eventThisMonth), { maxLength: 12 });
  const anyFilter = fc
    .record({
      sport: fc.constantFrom('', 'Löpning', 'Simning'),
      landskap: fc.constantFrom('', 'Dalarna'),
      lengths: anyLengths,
      date: fc.constantFrom(...DATE_FILTERS),
    })
    .map((part): EventFilter => ({ ...NO_FILTER, ...part }));
  const shownWith = (events: readonly PublicEvent[], filter: EventFilter, part: Partial<EventFilter>) =>
    events.filter(createFilter({ ...filter, ...part }, context)).length;

  test('is the number of events shown once the choice is made', () => {
    fc.assert(
      fc.property(eventsNearToday, anyFilter, (events, filter) => {
        const counted = { events, filter, context };
        for (const sport of ['', ...SPORTS])
          expect(countSports(counted).get(sport) ?? 0).toBe(shownWith(events, filter, { sport }));
        for (const landskap of ['', 'Dalarna', 'Skåne'])
          expect(countLandskap(counted).get(landskap) ?? 0).toBe(shownWith(events, filter, { landskap }));
        const months = countMonths(counted);
        for (const month of [...listMonths(months, filter, context.today), context.today.slice(0, 7)])
          expect(months.get(month) ?? 0).toBe(
            shownWith(events, filter, changeToMonth(filter, month, context.today)),
          );
        const ranges = QUICK_LENGTHS.map(({ range }) => range);
        for (const [index, count] of countLengths(counted, ranges).entries())
          expect(count).toBe(shownWith(events, filter, { lengths: ranges[index] ?? ANY_LENGTH }));
        const distances = countDistances(counted);
        const choices = distanceChoices(events, filter.sport);
        for (const choice of [...choices.lengths, ...choices.named])
          expect(distances.get(choiceKey(choice)) ?? 0).toBe(
            shownWith(events, filter, { lengths: ANY_LENGTH, distance: [choice] }),
          );
      }),
    );
  });
});

test('events sort by start date, then by name in Swedish order', () => {
  const names = ['Örebro', 'Alingsås', 'Zinkgruvan'].map((event_name) => event({ event_name }));
  const sorted = [...names, event({ event_date: '2027-01-01', event_name: 'Östersund' })].sort(compareEvents);
  expect(sorted.map((one) => one.event_name)).toEqual(['Östersund', 'Alingsås', 'Zinkgruvan', 'Örebro']);
});

test('sameEventKey is equal for the same day, folded name and folded ort', () => {
  const key = sameEventKey(event({}));
  expect(sameEventKey(event({ event_name: ' GÖTEBORGSVARVET ', ort: 'göteborg' }))).toBe(key);
  expect(sameEventKey(event({ ort: null }))).not.toBe(key);
  expect(sameEventKey(event({ event_date: '2027-05-23' }))).not.toBe(key);
});
