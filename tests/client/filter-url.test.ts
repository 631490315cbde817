import { describe, expect, test } from 'bun:test';
import { activeFilters } from '../../client/features/events/active-filters';
import { readFilter, writeFilter } from '../../client/features/events/filter-url';
import { type EventFilter, NO_FILTER } from '../../src/features/events/rules';

const read = (query: string) => readFilter(new URLSearchParams(query));

describe('filters in the URL (D26)', () => {
  test('no query is the default: upcoming, nothing else', () => {
    expect(read('')).toEqual(NO_FILTER);
    expect(writeFilter(NO_FILTER)).toBe('');
  });

  test('every filter survives the way to the URL and back', () => {
    const filter: EventFilter = {
      q: 'vasa & co',
      date: 'all',
      sport: 'Löpning',
      distance: ['0,1 - 10 km', '43,1+ km'],
      landskap: 'Östergötland',
    };
    expect(read(writeFilter(filter))).toEqual(filter);
  });

  test('a distance is repeated, once for each', () => {
    const query = writeFilter({ ...NO_FILTER, distance: ['10 km', '21,1 km'] });
    expect(new URLSearchParams(query).getAll('distance')).toEqual(['10 km', '21,1 km']);
  });

  test('what is none of the choices is no filter', () => {
    expect(read('date=igår&sport=Curling&landskap=Jylland')).toEqual(NO_FILTER);
  });

  test('a sport and a landskap are found whatever their case', () => {
    expect(read('sport=löpning&landskap=dalarna')).toMatchObject({ sport: 'Löpning', landskap: 'Dalarna' });
  });

  test('a search of blanks alone is not written', () => {
    expect(writeFilter({ ...NO_FILTER, q: '   ' })).toBe('');
  });
});

describe('active filters', () => {
  test('the default has no badge', () => {
    expect(activeFilters(NO_FILTER)).toEqual([]);
  });

  test('each filter is a badge, each distance one of its own', () => {
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

  test('taking a distance away keeps the others', () => {
    const [five] = activeFilters({ ...NO_FILTER, distance: ['5 km', '10 km', '21 km'] });
    // Of those that are chosen when it is pressed: another may have just gone.
    const now = { ...NO_FILTER, distance: ['5 km', '21 km'] };
    expect(five?.without(now)).toEqual({ distance: ['21 km'] });
  });
});
