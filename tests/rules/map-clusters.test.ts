import { describe, expect, test } from 'bun:test';
import { clusterEvents, clusterName, discDiameter, ringSegments } from '#client/features/map/clusters.ts';
import type { LocatedEvent } from '#src/features/events/contract.ts';
import { eventOf } from '#tests/support/events.ts';

const EVERYWHERE = { west: -180, south: -85, east: 180, north: 85 };
const MAX_ZOOM = 11;

const event = (id: string, sport_type: string, latitude: number, longitude: number): LocatedEvent => ({
  ...eventOf({ id, event_name: id, sport_type }),
  latitude,
  longitude,
  is_approximate: false,
});

describe('clusters of nearby events', () => {
  const events = [
    event('a', 'Löpning', 59.33, 18.07),
    event('b', 'Löpning', 59.36, 18.13),
    event('c', 'OCR', 59.17, 18.14),
    event('d', 'Löpning', 67.86, 20.23),
  ];
  const clusters = clusterEvents(events, MAX_ZOOM);

  test('count their sports and split at a nearer zoom', () => {
    const [north, south] = clusters.itemsAt(4.6, EVERYWHERE);
    expect(north).toMatchObject({ kind: 'event', key: 'd' });
    if (south?.kind !== 'cluster') throw new Error('no cluster');
    expect([...south.ids()].sort()).toEqual(['a', 'b', 'c']);
    expect(south.sports).toEqual([
      { sport: 'Löpning', count: 2 },
      { sport: 'OCR', count: 1 },
    ]);
    const nearer = clusters.itemsAt(south.zoomTo, EVERYWHERE);
    expect(nearer.length).toBeGreaterThan(2);
  });

  test('hold every event exactly once at each zoom', () => {
    for (let zoom = 3; zoom <= MAX_ZOOM; zoom += 0.25) {
      const ids = clusters.itemsAt(zoom, EVERYWHERE).flatMap((item) => item.ids());
      expect(ids.toSorted()).toEqual(['a', 'b', 'c', 'd']);
    }
  });

  test('are not computed again while the map moves at one zoom', () => {
    const here = clusters.itemsAt(5.0, { west: 10, south: 58, east: 20, north: 62 });
    expect(clusters.itemsAt(5.4, { west: 12, south: 60, east: 22, north: 64 })).toBe(here);
    const near = clusters.itemsAt(9, { west: 18.01, south: 59.1, east: 18.3, north: 59.3 });
    expect(clusters.itemsAt(9, { west: 18.02, south: 59.11, east: 18.31, north: 59.31 })).toBe(near);
  });

  test('include only events near the view when zoomed in', () => {
    const items = clusters.itemsAt(9, { west: 18, south: 59.1, east: 18.3, north: 59.4 });
    expect(items.flatMap((item) => item.ids())).not.toContain('d');
  });
});

test('several events at one spot are not split at any zoom', () => {
  const same = ['a', 'b', 'c'].map((id) => event(id, 'Löpning', 58.5, 15.04));
  const clusters = clusterEvents([...same, event('d', 'OCR', 58.52, 15.06)], MAX_ZOOM);
  expect(clusters.itemsAt(4, EVERYWHERE)).toMatchObject([{ kind: 'cluster' }]);
  expect(clusters.itemsAt(MAX_ZOOM, EVERYWHERE)).toMatchObject([{ kind: 'event' }, { kind: 'spot' }]);
});

describe('a cluster', () => {
  const sports = [
    { sport: 'Löpning', count: 5 },
    { sport: 'Löpning trail', count: 3 },
    { sport: 'OCR', count: 2 },
  ];

  test('names its total and its sports', () => {
    expect(clusterName(sports)).toBe('10 evenemang: 5 Löpning, 3 Löpning trail, 2 OCR');
    expect(clusterName([{ sport: 'OCR', count: 1200 }], true)).toBe(
      '1\u00a0200 evenemang på samma plats: 1\u00a0200 OCR',
    );
  });

  test('divides its ring between its sports', () => {
    expect(ringSegments(sports)).toEqual([
      { sport: 'Löpning', start: 0, length: 50 },
      { sport: 'Löpning trail', start: 50, length: 30 },
      { sport: 'OCR', start: 80, length: 20 },
    ]);
  });

  test('grows with its number of events up to a maximum', () => {
    expect([2, 5, 10, 4000].map(discDiameter)).toEqual([40, 46, 54, 54]);
  });
});
