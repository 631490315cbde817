import { describe, expect, test } from 'bun:test';
import {
  isEdition,
  isSlug,
  planEditions,
  type StoredSeries,
  seriesKeyOf,
  seriesNameOf,
  slugOf,
  withKeys,
} from '#src/features/events/series/rules.ts';

const NOTHING: StoredSeries = { byKey: new Map(), addresses: [] };
const race = (id: string, event_name: string, event_date: string, ort: string | null = null) => ({
  id,
  event_name,
  event_date,
  ort,
});

test.each([
  ['Vasaloppet 2027', 'Vasaloppet'],
  ['2027 Vasaloppet', 'Vasaloppet'],
  ['Vasaloppet – 2027', 'Vasaloppet'],
  ['Vasaloppet (2027)', 'Vasaloppet'],
  ['Simning 2000 m', 'Simning 2000 m'],
  ['IRONMAN 70.3 Jönköping', 'IRONMAN 70.3 Jönköping'],
  ['Lopp 20271', 'Lopp 20271'],
  ['2027', '2027'],
])('the series of %p is %p', (name, series) =>
  expect(seriesNameOf({ event_name: name, event_date: '2027-03-07' })).toBe(series),
);

test('names that differ in case, accents and year have the same key, and other towns another', () => {
  const key = seriesKeyOf({ event_name: 'Göteborgsvarvet 2026', event_date: '2026-05-23', ort: 'Göteborg' });
  expect(seriesKeyOf({ event_name: 'GOTEBORGSVARVET', event_date: '2027-05-22', ort: 'goteborg ' })).toBe(
    key,
  );
  expect(seriesKeyOf({ event_name: 'Göteborgsvarvet', event_date: '2027-05-22', ort: 'Mora' })).not.toBe(key);
});

test.each([
  ['Göteborgsvarvet – halvmaraton', 'goteborgsvarvet-halvmaraton'],
  ['Ærø & Øen', 'aero-oen'],
  ['🏃', 'lopp'],
  ['a/../b', 'a-b'],
])('the slug of %p is %p', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
  expect(isSlug(slug)).toBe(true);
});

test('a slug has at most 80 characters and no hyphen at its end', () => {
  const slug = slugOf(`${'a'.repeat(79)} b`);
  expect(slug).toBe('a'.repeat(79));
});

test('editions are years, with a number from 2 on', () => {
  expect(['2027', '2027-2', '2027-10'].map(isEdition)).toEqual([true, true, true]);
  expect(['27', '2027-0', '2027-', '2027-2-2', '../x'].map(isEdition)).toEqual(Array(5).fill(false));
});

describe('planEditions', () => {
  const planOf = (races: readonly ReturnType<typeof race>[], stored: StoredSeries) =>
    planEditions(races.map(withKeys), stored);
  const pathsOf = (plan: ReturnType<typeof planOf>) => plan.addresses.map(({ path }) => path);

  test('puts the years of a race into one series, and numbers the second race of a year', () => {
    const plan = planOf(
      [
        race('a', 'Vasaloppet 2026', '2026-03-01'),
        race('b', 'VASALOPPET', '2027-03-07'),
        race('c', 'Vasaloppet', '2027-12-07'),
      ],
      NOTHING,
    );
    expect(plan.series.map(({ name, slug }) => [name, slug])).toEqual([['Vasaloppet', 'vasaloppet']]);
    expect(plan.editions.map(({ id, edition }) => [id, edition])).toEqual([
      ['a', '2026'],
      ['b', '2027'],
      ['c', '2027-2'],
    ]);
    expect(pathsOf(plan)).toEqual(['vasaloppet', 'vasaloppet/2026', 'vasaloppet/2027', 'vasaloppet/2027-2']);
  });

  test('names the town in the slug of a second series of the same name, then a number', () => {
    const plan = planOf(
      [
        race('a', 'Milen', '2027-05-01', 'Mora'),
        race('b', 'Milen', '2027-05-01', 'Lund'),
        race('c', 'Milen lund', '2027-05-01'),
      ],
      NOTHING,
    );
    expect(plan.series.map(({ slug }) => slug)).toEqual(['milen', 'milen-lund', 'milen-lund-2']);
  });

  test('finds a stored series, uses the address of a deleted event again, and never that of another', () => {
    const stored: StoredSeries = {
      byKey: new Map([
        [
          seriesKeyOf({ event_name: 'Milen', event_date: '2027-05-01', ort: null }),
          { id: 's', slug: 'nya-milen' },
        ],
      ]),
      addresses: [
        { path: 'nya-milen', series_id: 's', event_id: null },
        { path: 'nya-milen/2026', series_id: 's', event_id: null },
        { path: 'nya-milen/2027', series_id: 's', event_id: 'other' },
      ],
    };
    const [first, second] = [race('a', 'Milen', '2026-05-01'), race('b', 'Milen', '2027-05-01')];
    const plan = planOf([first, second], stored);
    expect(plan.series).toEqual([]);
    expect(plan.editions).toEqual([
      { ...first, series_id: 's', edition: '2026' },
      { ...second, series_id: 's', edition: '2027-2' },
    ]);
  });

  test('gives every one of a thousand races of one name and year an address of its own', () => {
    const races = Array.from({ length: 1000 }, (_, index) =>
      race(String(index), 'Lopp', '2027-05-01', `Ort ${index}`),
    );
    const plan = planOf(races, NOTHING);
    expect(new Set(pathsOf(plan)).size).toBe(2000);
    expect(plan.series.every(({ slug }) => isSlug(slug))).toBe(true);
  });
});
