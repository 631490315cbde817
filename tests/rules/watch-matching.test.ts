import { expect, test } from 'bun:test';
import {
  keysOf,
  matchesQuery,
  searchIndexOf,
  type WatchedEvent,
} from '#src/features/watches/matching/rules.ts';

const EVENT: WatchedEvent = {
  id: 'e',
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  event_end_date: null,
  sport_type: 'Längdskidor',
  distances: '90 km',
  ort: 'Mora',
  landskap: 'Dalarna',
  organizer: null,
  status: 'scheduled',
  registration_opens_on: null,
  registration_closes_on: null,
  registration_url: null,
  registration_kind: 'open',
  sold_out: false,
  latitude: 61,
  longitude: 14.53,
  series_id: null,
};

test('a place that the gazetteer no longer knows matches no race', () => {
  const query = 'near=Ankeborg';
  expect(searchIndexOf(query)).toEqual({ query, key: null, area: null });
  expect(matchesQuery(EVENT, query, '2027-01-15')).toBe(false);
  expect(matchesQuery(EVENT, 'near=Mora', '2027-01-15')).toBe(true);
});

test('the keys of a race with an emoji in its name have whole characters and include those of its searches', () => {
  const event = { ...EVENT, event_name: 'Bergsloppet 🏃‍♀️🏔️' };
  const keys = keysOf(event);
  expect(keys.filter((key) => !key.isWellFormed())).toEqual([]);
  for (const q of ['bergsloppet', '🏃‍♀️🏔️']) {
    const { key } = searchIndexOf(`q=${encodeURIComponent(q)}`);
    expect(keys).toContain(key ?? '');
  }
});
