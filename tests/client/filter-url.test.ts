import { describe, expect, test } from 'bun:test';
import { activeFilters } from '../../client/features/events/active-filters';
import { readFilter, writeFilter } from '../../client/features/events/filter-url';
import { type EventFilter, NO_FILTER } from '../../src/features/events/rules';

const readQuery = (query: string) => readFilter(new URLSearchParams(query));

describe('the event filter in the URL', () => {
  test('is the default of upcoming events without a query', () => {
    expect(readQuery('')).toEqual(NO_FILTER);
    expect(writeFilter(NO_FILTER)).toBe('');
  });

  test('reads back every value that it writes', () => {
    const filter: EventFilter = {
      q: 'vasa & co',
      date: 'all',
      sport: 'Löpning',
      distance: ['0,1 - 10 km', '43,1+ km'],
      landskap: 'Östergötland',
    };
    expect(readQuery(writeFilter(filter))).toEqual(filter);
  });

  test('repeats the distance parameter for each distance', () => {
    const query = writeFilter({ ...NO_FILTER, distance: ['10 km', '21,1 km'] });
    expect(new URLSearchParams(query).getAll('distance')).toEqual(['10 km', '21,1 km']);
  });

  test('ignores invalid values', () => {
    expect(readQuery('date=igår&sport=Curling&landskap=Jylland')).toEqual(NO_FILTER);
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
    expect(activeFilters(NO_FILTER)).toEqual([]);
  });

  test('contain one badge for each filter and each distance', () => {
    const filter: EventFilter = {
      q: 'vasa',
      date: 'past',
      sport: 'OCR',
      distance: ['5 km', '10 km'],
      landskap: 'Skåne',
    };
    expect(activeFilters(filter).map(({ label }) => label)).toEqual([
      '”vasa”',
      'Tidigare Evenemang',
      'OCR',
      '5 km',
      '10 km',
      'Skåne',
    ]);
  });

  test('remove one distance and keep the others', () => {
    const [badge] = activeFilters({ ...NO_FILTER, distance: ['5 km', '10 km', '21 km'] });
    // Removes from the current filter: another distance may have been removed since the badge rendered.
    const currentFilter = { ...NO_FILTER, distance: ['5 km', '21 km'] };
    expect(badge?.without(currentFilter)).toEqual({ distance: ['21 km'] });
  });
});
