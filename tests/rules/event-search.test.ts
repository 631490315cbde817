import { describe, expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { sectionsOf } from '#client/features/events/filter/sections.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { SEARCH_RANKS, searchOf } from '#src/features/events/filter/search.ts';
import { fold } from '#src/shared/text.ts';
import { eventOf } from '#tests/support/events.ts';

const race = (event_name: string, ort: string, more: Partial<PublicEvent> = {}) =>
  eventOf({ event_name, ort, landskap: null, organizer: null, ...more, id: more.id ?? event_name });

const EVENTS = [
  race('Vasaloppet', 'Mora', { landskap: 'Dalarna', sport_type: 'Längdskidor', distances: '90 km' }),
  race('Göteborgsvarvet', 'Göteborg', { distances: '21,1 km' }),
  race('Lidingöloppet', 'Lidingö', { distances: '30 km' }),
  race('Mora Triathlon', 'Orsa', { sport_type: 'Triathlon', distances: 'Sprint' }),
  race('Skogsrundan', 'Falun', { organizer: 'IFK Mora' }),
  race('Stockholm Marathon', 'Stockholm', { distances: '42,2 km' }),
];
const search = searchOf(EVENTS);
const namesFor = (query: string) =>
  [...(search.find(query)?.keys() ?? [])].map(({ event_name }) => event_name);

describe('the text search', () => {
  test.each([
    ['göteborgs', 'Göteborgsvarvet'],
    ['VARVET', 'Göteborgsvarvet'],
    ['längdsk', 'Vasaloppet'],
    ['21,1', 'Göteborgsvarvet'],
    ['21.1', 'Göteborgsvarvet'],
    ['21,1km', 'Göteborgsvarvet'],
    ['21,1 KM', 'Göteborgsvarvet'],
    ['dalarna', 'Vasaloppet'],
    ['ifk', 'Skogsrundan'],
    ['sprint', 'Mora Triathlon'],
  ])('finds %p in name, sport, distances, place or organizer', (query, name) =>
    expect(namesFor(query)).toEqual([name]),
  );

  test.each([
    ['goteborg', 'Göteborgsvarvet'],
    ['lidingo', 'Lidingöloppet'],
    ['vasalopet', 'Vasaloppet'],
    ['wasaloppet', 'Vasaloppet'],
    ['stokholm maraton', 'Stockholm Marathon'],
    ['maraton', 'Stockholm Marathon'],
    ['vasaloppet dalarna', 'Vasaloppet'],
    ['marathon 42 km', 'Stockholm Marathon'],
    ['42 km', 'Stockholm Marathon'],
  ])('finds by %p what it probably means: %p', (query, name) => expect(namesFor(query)).toEqual([name]));

  test('says where each event matches, and shows similar ones only if none matches exactly', () => {
    const ranks = [...(search.find('mora') ?? [])].map(([{ event_name }, rank]) => [event_name, rank]);
    expect(Object.fromEntries(ranks)).toEqual({
      Vasaloppet: 'place',
      'Mora Triathlon': 'name',
      Skogsrundan: 'organizer',
    });
    expect([...(search.find('vasalopet')?.values() ?? [])]).toEqual(['similar']);
  });

  test.each([
    ['vasa mora', ['Vasaloppet', 'place']],
    ['mora vasa', ['Vasaloppet', 'place']],
    ['loppet längdskidor dalarna', ['Vasaloppet', 'sport']],
    ['triathlon mora', ['Mora Triathlon', 'name']],
  ] as const)('finds all words of %p in any order, ranked by the last one found', (query, [name, rank]) => {
    expect([...(search.find(query) ?? [])].map(([event, rank]) => [event.event_name, rank])).toEqual([
      [name, rank],
    ]);
  });

  test('finds 10 km by "10 km lopp", but not 100 km', () => {
    const races = [
      race('Lopp A', 'Mora', { distances: '10 km' }),
      race('Lopp B', 'Mora', { distances: '100 km' }),
    ];
    expect([...(searchOf(races).find('10 km lopp')?.keys() ?? [])]).toEqual([races[0]!]);
  });

  test('looks for the eight longest words, each once', () => {
    const letters = 'a e i o k l s d'.split(' ');
    const calls = spyOn(String.prototype, 'includes');
    const countCalls = (query: string) => {
      calls.mockClear();
      search.find(query);
      return calls.mock.calls.length;
    };
    const eightWords = countCalls(letters.join(' '));
    const manyWords = countCalls(`${letters.join(' ')} ${'t r n m '.repeat(25)}`);
    calls.mockRestore();
    expect(manyWords).toBeLessThanOrEqual(eightWords);
    expect(namesFor('vasaloppet mora dalarna längdskidor 90km kidor alarn loppe x')).toEqual(['Vasaloppet']);
  });

  test('lists matches in the name first, then in the place, then in the organizer', () => {
    const found = search.find('mora');
    const shown = EVENTS.filter((event) => found?.has(event));
    const sections = sectionsOf(shown, { filter: { sort: 'date' }, found, kilometres: undefined });
    expect(sections.map(({ title, events }) => [title, events.map(({ event_name }) => event_name)])).toEqual([
      ['I namnet', ['Mora Triathlon']],
      ['På platsen', ['Vasaloppet']],
      ['Arrangören', ['Skogsrundan']],
    ]);
  });

  test('is no filter if the query is empty or white space', () => {
    expect(search.find('')).toBeUndefined();
    expect(search.find('  ')).toBeUndefined();
  });

  test('finds exactly the events that have every word of the query, if any does', () => {
    const word = fc.constantFrom('mora', 'varvet', 'vasa', 'nattlopp', 'å', 'öppet spår');
    const events = fc.array(fc.tuple(word, word), { maxLength: 8 });
    const queries = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(events, queries, (pairs, query) => {
        const words = fold(query).replaceAll('th', 't').split(' ');
        const list = pairs.map(([name, ort], index) => race(name, ort, { id: String(index) }));
        const naive = list.filter(({ event_name, ort, sport_type, distances }) => {
          const texts = fold(`${event_name}|${ort}|${sport_type}|${distances}`).replaceAll('th', 't');
          return words.every((word) => texts.includes(word));
        });
        const found = searchOf(list).find(query);
        if (naive.length > 0) expect([...(found?.keys() ?? [])]).toEqual(naive);
        for (const rank of found?.values() ?? []) expect(SEARCH_RANKS).toContain(rank);
      }),
    );
  });

  test('finds the same after it was prepared in steps', () => {
    const prepared = searchOf([...EVENTS]);
    let steps = 1;
    while (prepared.prepare(2)) steps++;
    expect(steps).toBe(6);
    expect(prepared.find('vasalopet')).toEqual(search.find('vasalopet'));
    expect(prepared.find('mora')).toEqual(search.find('mora'));
  });
});
