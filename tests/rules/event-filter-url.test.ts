import { describe, expect, test } from 'bun:test';
import { activeFilters, nameOfSelection } from '#src/features/events/filter/active.ts';
import { type EventFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { readFilter, writeFilter } from '#src/features/events/filter/url.ts';

const TODAY = '2026-11-24';

const readQuery = (query: string) => readFilter(new URLSearchParams(query));

describe('the event filter in the URL', () => {
  test('is the default filter (upcoming events) without a query', () => {
    expect(readQuery('')).toEqual(NO_FILTER);
    expect(writeFilter(NO_FILTER)).toBe('');
  });

  test('reads back every value that it writes', () => {
    const filter: EventFilter = {
      q: 'vasa & co',
      date: 'past',
      period: { from: '2026-04-01', to: '2026-05-31' },
      sport: 'Löpning',
      distance: ['0,1 - 10 km', '43,1+ km'],
      lengths: { min: 0.1, max: 21.1 },
      landskap: 'Östergötland',
      registration: 'open',
      near: 'Åby, Småland',
      within: 30,
      sort: 'nearest',
    };
    expect(readQuery(writeFilter(filter))).toEqual(filter);
  });

  test('repeats the distance parameter for each distance', () => {
    const query = writeFilter({ ...NO_FILTER, distance: ['10 km', '21,1 km'] });
    expect(new URLSearchParams(query).getAll('distance')).toEqual(['10 km', '21,1 km']);
  });

  test('ignores invalid values', () => {
    expect(readQuery('date=igår&sport=Curling&landskap=Jylland')).toEqual(NO_FILTER);
    expect(readQuery('from=2027-02-30&to=snart&distance_min=-1&distance_max=abc&within=50')).toEqual(
      NO_FILTER,
    );
  });

  test('includes past events in a period unless the date says otherwise', () => {
    expect(readQuery('from=2026-01-01').date).toBe('all');
    expect(readQuery('from=2026-01-01&date=upcoming').date).toBe('upcoming');
  });

  test('swaps ends in the wrong order', () => {
    const { period, lengths } = readQuery('from=2027-05-01&to=2027-04-01&distance_min=21,1&distance_max=5');
    expect(period).toEqual({ from: '2027-04-01', to: '2027-05-01' });
    expect(lengths).toEqual({ min: 5, max: 21.1 });
  });

  test('reads a length with four decimals', () =>
    expect(readQuery('distance_max=21.0975').lengths.max).toBe(21.0975));

  test('has a radius and a sort order only with a place, and replaces an invalid radius with 100 km', () => {
    expect(readQuery('within=100&sort=nearest')).toEqual(NO_FILTER);
    expect(readQuery('near=Mora&within=30&sort=nearest')).toMatchObject({ within: 30, sort: 'nearest' });
    expect(readQuery('near=Mora&within=0').within).toBe(100);
  });

  test('reads sport and landskap ignoring case', () => {
    expect(readQuery('sport=löpning&landskap=dalarna')).toMatchObject({
      sport: 'Löpning',
      landskap: 'Dalarna',
    });
  });

  test('omits a search of white space alone', () => {
    expect(writeFilter({ ...NO_FILTER, q: '   ' })).toBe('');
  });
});

describe('the badges of active filters', () => {
  test('are empty for the default filter', () => {
    expect(activeFilters(NO_FILTER, TODAY)).toEqual([]);
  });

  test('contain one badge for each filter and each distance', () => {
    const filter: EventFilter = {
      ...NO_FILTER,
      q: 'vasa',
      date: 'past',
      sport: 'OCR',
      distance: ['5 km', '10 km'],
      lengths: { min: 5, max: 21.1 },
      landskap: 'Skåne',
      near: 'Örebro',
      within: 30,
    };
    expect(activeFilters(filter, TODAY).map(({ label }) => label)).toEqual([
      '”vasa”',
      'Tidigare Evenemang',
      'OCR',
      '5–21,1 km',
      '5 km',
      '10 km',
      'Skåne',
      'Nära Örebro, 30 km',
    ]);
  });

  test('remove a period, but not "Tidigare Evenemang"', () => {
    const period = { from: '2026-03-01', to: '2026-03-31' };
    const withoutPeriod = (date: 'all' | 'past') => {
      const filter: EventFilter = { ...NO_FILTER, date, period };
      return activeFilters(filter, TODAY)[0]?.without(filter);
    };
    expect(withoutPeriod('all')).toEqual({ period: NO_FILTER.period, date: 'upcoming' });
    expect(withoutPeriod('past')).toEqual({ period: NO_FILTER.period, date: 'past' });
  });

  test('remove one distance and keep the others', () => {
    const [badge] = activeFilters({ ...NO_FILTER, distance: ['5 km', '10 km', '21 km'] }, TODAY);
    // It changes the current filter: another distance may have been removed since the badge rendered.
    const currentFilter = { ...NO_FILTER, distance: ['5 km', '21 km'] };
    expect(badge?.without(currentFilter)).toEqual({ distance: ['21 km'] });
  });
});

describe('the name of a selection', () => {
  for (const [query, name] of [
    ['', ''],
    ['sport=Simning', 'Simning'],
    ['landskap=Skåne', 'Lopp i Skåne'],
    ['sport=Simning&landskap=Skåne', 'Simning i Skåne'],
    ['registration=open&sport=Simning', 'Simning, Anmälan öppen'],
    ['q=vasa&from=2027-06-01&to=2027-06-30', 'Lopp, ”vasa”, juni 2027'],
  ] as const)
    test(`is “${name}” for “${query}”`, () => expect(nameOfSelection(readQuery(query), TODAY)).toBe(name));
});
