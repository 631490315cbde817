import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { PublicEvent } from '../../src/features/events/contract';
import {
  BUCKETS,
  bucketOf,
  compareEvents,
  createFilter,
  distanceChoices,
  distanceFilter,
  type EventFilter,
  keepAvailableChoices,
  NO_FILTER,
  sameEventKey,
  searchText,
} from '../../src/features/events/rules';
import { eventOf } from '../support/events';

const event = (part: Partial<PublicEvent>) =>
  eventOf({
    id: '01',
    event_name: 'Göteborgsvarvet',
    distances: '21,1 km',
    ort: 'Göteborg',
    landskap: 'Västergötland',
    ...part,
  });

const passes = (one: PublicEvent, filter: Partial<EventFilter>, today = '2027-01-01') =>
  createFilter({ ...NO_FILTER, ...filter }, today)(one, () => searchText(one));

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

  test('do not match the same lengths of another sport, also when checked in a row', () => {
    const isShort = distanceFilter(['0,1 - 10 km']);
    expect(isShort(event({ distances: '5 km' }))).toBe(true);
    expect(isShort(event({ distances: '5 km', sport_type: 'Löpning trail' }))).toBe(false);
    expect(isShort(event({ distances: '5 km' }))).toBe(true);
  });

  test('match lengths in metres and mil too, and only for Löpning', () => {
    expect(distanceFilter(['0,1 - 10 km'])(event({ distances: '5000 m' }))).toBe(true);
    expect(distanceFilter(['43,1+ km'])(event({ distances: '5 mil' }))).toBe(true);
    expect(distanceFilter(['0,1 - 10 km', '10,1 - 20 km'])(event({ distances: '21,1 km' }))).toBe(false);
    expect(distanceFilter(['0,1 - 10 km'])(event({ sport_type: 'Löpning trail', distances: '5 km' }))).toBe(
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
  const buckets = BUCKETS.map((bucket) => bucket.name as string);
  test('offers the buckets for Löpning', () => expect(distanceChoices(events, 'Löpning')).toEqual(buckets));
  test('offers the distinct distances of another sport, shortest first', () =>
    expect(distanceChoices(events, 'Cykel MTB')).toEqual(['10km', '45 km', '94 km']));
  test('offers both when no sport is chosen, and equal lengths once', () =>
    expect(distanceChoices(events, '')).toEqual([...buckets, '10km', '45 km', '94 km', 'Olympic', 'Sprint']));
  test('drops the chosen distances that do not belong to a newly chosen sport', () => {
    expect(keepAvailableChoices(['0,1 - 10 km', '45 km', '10 km'], events, 'Cykel MTB')).toEqual([
      '45 km',
      '10 km',
    ]);
    expect(keepAvailableChoices(['0,1 - 10 km', '45 km'], events, 'Löpning')).toEqual(['0,1 - 10 km']);
  });
});

describe('the event filters', () => {
  test('match text in name, sport and distances, ignoring case', () => {
    for (const q of ['göteborgs', 'VARVET', 'löpn', '21,1', 'goteborg', '21.1', '21,1km', '21,1 KM'])
      expect(passes(event({}), { q })).toBe(true);
    for (const q of ['Västergötland', 'Lidingö']) expect(passes(event({}), { q })).toBe(false);
  });
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
