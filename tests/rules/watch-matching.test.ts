import { expect, test } from 'bun:test';
import { matchesQuery, searchIndexOf, type WatchedEvent } from '../../src/features/watches/matching/rules';

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
