import { describe, expect, test } from 'bun:test';
import { sectionsOf } from '#client/features/events/filter/sections.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { NO_FILTER } from '#src/features/events/filter/filter.ts';
import { labelOfPart, queryWithout } from '#src/features/events/search/part-labels.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { isSimilar, rankOf } from '#src/features/events/search/ranks.ts';
import { understand } from '#src/features/events/search/understand.ts';
import { isPlace } from '#src/features/events/search/with-places.ts';
import { changesBetween, normalize } from '#src/features/events/search/words.ts';
import { eventOf } from '#tests/support/events.ts';

const TODAY = '2026-12-01';

const race = (event_name: string, ort: string, more: Partial<PublicEvent> = {}) =>
  eventOf({ event_name, ort, landskap: null, organizer: null, ...more, id: more.id ?? event_name });

const EVENTS = [
  race('Vasaloppet', 'Mora', { landskap: 'Dalarna', sport_type: 'Längdskidor', distances: '90 km' }),
  race('Göteborgsvarvet', 'Göteborg', { distances: '21,1 km' }),
  race('Lidingöloppet', 'Lidingö', { distances: '30 km' }),
  race('Mora Triathlon', 'Orsa', { sport_type: 'Triathlon', distances: 'Sprint' }),
  race('Skogsrundan', 'Falun', { organizer: 'IFK Mora' }),
  race('Stockholm Marathon', 'Stockholm', { distances: '42,2 km' }),
  race('Mora', 'Älvdalen', { distances: '15 km' }),
];
const read = (query: string) => understand(query, TODAY, isPlace);
const search = searchOf(EVENTS);
const ranksFor = (query: string) =>
  Object.fromEntries(
    [...(search.find(read(query))?.scores ?? [])].map(([event, score]) => [event.event_name, rankOf(score)]),
  );
const namesFor = (query: string, events: readonly PublicEvent[] = EVENTS) =>
  [...(searchOf(events).find(read(query))?.scores.keys() ?? [])].map(({ event_name }) => event_name);

test.each([
  ['högst 21 km', ['Göteborgsvarvet', 'Mora', 'Skogsrundan'], 'högst 21,1 km'],
  ['under 20 km', ['Mora', 'Skogsrundan'], 'högst 20 km'],
  ['minst 42 km', ['Vasaloppet', 'Stockholm Marathon'], 'från 42 km'],
  ['över 30 km', ['Vasaloppet', 'Lidingöloppet', 'Stockholm Marathon'], 'från 30 km'],
] as const)('%p finds %p', (query, names, label) => {
  const { parts } = read(query);
  expect(parts.map((part) => labelOfPart(part, TODAY))).toEqual([label]);
  expect(namesFor(query).sort()).toEqual([...names].sort());
});

describe('the text search', () => {
  test.each([
    ['göteborgs', 'Göteborgsvarvet'],
    ['goteborg', 'Göteborgsvarvet'],
    ['Goeteborg', 'Göteborgsvarvet'],
    ['VARVET', 'Göteborgsvarvet'],
    ['längdsk', 'Vasaloppet'],
    ['21.1', 'Göteborgsvarvet'],
    ['21,1 KM', 'Göteborgsvarvet'],
    ['dalarna', 'Vasaloppet'],
    ['dalarnas län', 'Vasaloppet'],
    ['ifk', 'Skogsrundan'],
    ['sprint', 'Mora Triathlon'],
    ['vasaloppet dalarna', 'Vasaloppet'],
    ['loppet längdskidor dalarna', 'Vasaloppet'],
    ['marathon 42 km', 'Stockholm Marathon'],
    ['vasaloppet 90', 'Vasaloppet'],
    ['vasalopet', 'Vasaloppet'],
    ['wasaloppet', 'Vasaloppet'],
    ['stokholm maraton', 'Stockholm Marathon'],
  ])('finds by %p what it probably means: %p', (query, name) => expect(namesFor(query)).toEqual([name]));

  test.each([
    ['Ålborg', 'Aalborg'],
    ['Ærø', 'Aerö'],
    ['Łódź', 'Lodz'],
    ['Gießen', 'Giessen'],
  ])('finds %p and %p by each other', (one, other) => {
    expect(namesFor(one, [race(other, 'Mora')])).toEqual([other]);
    expect(namesFor(other, [race(one, 'Mora')])).toEqual([one]);
  });

  test('ranks by where the last of the words is found', () => {
    expect(ranksFor('mora')).toEqual({
      Mora: 'exact',
      'Mora Triathlon': 'name',
      Vasaloppet: 'place',
      Skogsrundan: 'organizer',
    });
    expect(ranksFor('mora vasa')).toEqual({ Vasaloppet: 'place' });
    expect(ranksFor('mora skidor')).toEqual({ Vasaloppet: 'meaning' });
    expect(ranksFor('vasalopet')).toEqual({ Vasaloppet: 'similar' });
  });

  test('lists the race of that name first, then names, places and organizers', () => {
    const understood = read('mora');
    const found = search.find(understood);
    const shown = EVENTS.filter((event) => found?.scores.has(event));
    const sections = sectionsOf(shown, { filter: NO_FILTER, found });
    expect(sections.map(({ title, events }) => [title, events.map(({ event_name }) => event_name)])).toEqual([
      ['Bästa träff', ['Mora']],
      ['I namnet', ['Mora Triathlon']],
      ['På platsen', ['Vasaloppet']],
      ['Arrangören', ['Skogsrundan']],
    ]);
  });

  test('says whether all that it found is only spelled alike', () => {
    const isOnlySimilar = (query: string) => {
      const found = search.find(read(query));
      return found && isSimilar(found);
    };
    expect(['vasalopet', 'vasaloppet', 'zzzyx', ''].map(isOnlySimilar)).toEqual([
      true,
      false,
      false,
      undefined,
    ]);
  });

  test('finds nothing by what has no letters', () => expect(namesFor('🏃‍♀️🏔️')).toEqual([]));

  test('reads at most eight parts of at most 200 characters', () => {
    expect(read('a e i o k l s d t r n m').parts).toHaveLength(8);
    expect(read(`${'x'.repeat(300)} mora`).parts.map(({ text }) => text.length)).toEqual([200]);
  });

  test('finds the same after it was prepared in steps', () => {
    const prepared = searchOf([...EVENTS]);
    let steps = 1;
    while (prepared.prepare(2)) steps++;
    expect(steps).toBe(4);
    for (const q of ['vasalopet', 'mora']) expect(prepared.find(read(q))).toEqual(search.find(read(q)));
  });
});

describe('what a query says', () => {
  const labelsOf = (query: string) => read(query).parts.map((part) => labelOfPart(part, TODAY));

  test.each([
    ['göteborg maj 2027', ['Göteborg', 'maj 2027']],
    ['halvmara gbg', ['Halvmaraton', 'Göteborg']],
    ['5 km', ['5 km']],
    ['milen', ['10 km']],
    ['nära Uppsala', ['Nära Uppsala, 100 km']],
    ['uppsala 50 km', ['Nära Uppsala, 50 km']],
    ['inom 5 mil från Örebro', ['Nära Örebro, 50 km']],
    ['Stockholm 10 km', ['Stockholm', '10 km']],
    ['nära hemmet', ['Hemmet']],
    ['vecka 20 2027', ['17–23 maj 2027']],
    ['mars-april 2027', ['mars 2027 eller april 2027']],
    ['6 timmar', ['6 timmar']],
    ['within 50 km of Uppsala', ['Nära Uppsala, 50 km']],
    ['uppsala 50k', ['Nära Uppsala, 50 km']],
    ['this weekend', ['5–6 dec. 2026']],
    ['next month', ['januari 2027']],
    ['the 22:a maj', ['22 maj 2027']],
    ['29 feb', ['29 feb. 2028']],
    ['öland runt', ['Öland', 'Runt']],
    ['trailloppen', ['Löpning trail']],
    ['stockholms län', ['Stockholms län']],
    ['lopp i Skåne', ['Skåne']],
    ['loppet', ['Loppet']],
  ])('%p is %p', (query, labels) => expect(labelsOf(query)).toEqual(labels));

  test('stays when one part is removed', () => {
    const understood = read('halvmara göteborg maj 2027');
    const [first] = understood.parts;
    expect(first && queryWithout(understood, first)).toBe('göteborg maj 2027');
  });

  test('includes past races only with a period that has begun', () => {
    const queries = ['vasaloppet 2026', 'vasaloppet', 'vasaloppet 2027', 'december', 'september 2026'];
    expect(queries.map((query) => read(query).includesPast)).toEqual([true, false, false, false, true]);
  });

  test('is also a word of names if it is a month or a season', () => {
    const events = [race('Höstrusket', 'Mora', { event_date: '2027-05-01' }), race('Lucialoppet', 'Mora')];
    expect(namesFor('höst', events)).toEqual(['Höstrusket']);
    expect(namesFor('hösten', [race('Tjurruset', 'Mora', { event_date: '2027-10-02' })])).toEqual([
      'Tjurruset',
    ]);
  });
});

test('counts a swap, a missing, an added or another letter as one change', () => {
  for (const other of ['vasalpopet', 'vasalopet', 'vasalopppet', 'wasaloppet'])
    expect([other, changesBetween(normalize('Vasaloppet'), other, 2)]).toEqual([other, 1]);
  expect(changesBetween('mora', 'vasaloppet', 2)).toBe(3);
});
