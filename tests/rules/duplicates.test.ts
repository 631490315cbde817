import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { findPairs, pairKey } from '#src/features/duplicates/pairs/service.ts';
import {
  betterKept,
  type ComparedEvent,
  differingFields,
  likenessOf,
  prepare,
  similarityOf,
} from '#src/features/duplicates/rules.ts';
import { splitDistances } from '#src/shared/distances.ts';
import { findPlace } from '#src/shared/gazetteer.ts';

type Row = Record<'event_name' | 'event_date' | 'sport_type' | 'distances' | 'ort' | 'landskap', string>;

let ids = 0;
const RACE = {
  event_name: 'Loppet',
  event_date: '2027-05-22',
  sport_type: 'Löpning',
  distances: ['10 km'],
  ort: 'Mora',
  landskap: null,
  latitude: null,
  longitude: null,
  place_source: null,
};
const eventOf = (more: Partial<ComparedEvent> = {}): ComparedEvent => ({
  id: String(++ids).padStart(6, '0'),
  ...RACE,
  ...more,
});

/** The 56 races of the demonstration, all of them real. */
const REAL: ComparedEvent[] = (
  parse(readFileSync(join(import.meta.dir, '../../db/demo-events.csv')), { columns: true }) as Row[]
).map(({ distances, ort, landskap, ...row }) => {
  const place = { ort: ort || null, landskap: landskap || null, address: null };
  return eventOf({
    ...row,
    ...place,
    distances: splitDistances(distances),
    ...findPlace(place),
  });
});

const search = async (events: ComparedEvent[], more: Partial<Parameters<typeof findPairs>[1]> = {}) => {
  const { pairs, isComplete } = await findPairs(events, {
    dismissed: new Set(),
    pairsMax: 10_000,
    comparisonsMax: 1_000_000,
    ...more,
  });
  return { keys: pairs.map(({ ids: [a, b] }) => pairKey(a, b)).sort(), isComplete };
};

/** The same without numbers for trigrams. */
function slowSimilarity(a: string, b: string): number {
  const trigramsOf = (name: string) =>
    new Set(
      name
        .toLowerCase()
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean)
        .flatMap((word) => {
          const padded = `  ${word} `;
          return [...padded].slice(2).map((_, index) => padded.slice(index, index + 3));
        }),
    );
  const [first, second] = [trigramsOf(a), trigramsOf(b)];
  return first.intersection(second).size / first.union(second).size;
}

const areAlike = (one: Partial<ComparedEvent>, other: Partial<ComparedEvent>) =>
  likenessOf(prepare(eventOf(one)), prepare(eventOf(other))) !== undefined;

describe('names', () => {
  test.each([
    ['Göteborgsvarvet', 'GöteborgsVarvet 2027'],
    ['Göteborgsvarvet', 'Göteborgsvarvet halvmarathon'],
    ['Göteborgsvarvet', 'Goteborgs varvet'],
    ['Stockholm Marathon', 'Stockholms maraton'],
    ['Stockholm Marathon', 'adidas Stockholm Marathon'],
    ['Lidingöloppet', 'Lidingö-loppet'],
    ['Vätternrundan', 'Vättern rundan'],
    ['Linköpings Halvmaraton', 'Linköping Halvmarathon'],
    ['Vasaloppet', 'Vasalopet'],
    ['Tjejmilen', 'Tjejmilen Stockholm'],
    ['Kinnekulle Trail', 'Kinnekulle Trailrun'],
    ['Tough Viking Göteborg', 'ToughViking Göteborg'],
    ['Nattvasan', 'Natt-Vasan'],
    ['Vansbrosimningen', 'Vansbro simningen'],
    ['Björkliden Arctic Mountain Marathon', 'Björkliden Mountain Marathon'],
  ])('%s and %s are alike', (one, other) => {
    expect(areAlike({ event_name: one }, { event_name: other })).toBe(true);
    expect(areAlike({ event_name: other }, { event_name: one })).toBe(true);
  });

  test.each([
    ['Öppet Spår söndag', 'Öppet Spår måndag'],
    ['Halvvättern', 'Vätternrundan'],
    ['Tjejvättern', 'Halvvättern'],
    ['Cykelvasan', 'Ultravasan'],
    ['Vasaloppet', 'Kortvasan'],
    ['Lidingöloppet', 'Lilla Lidingöloppet'],
    ['Midnattsloppet', 'Minimidnattsloppet'],
    ['Stockholm Marathon', 'Stockholm Halvmarathon'],
    ['Skärgårdscupen etapp 1', 'Skärgårdscupen etapp 2'],
  ])('%s and %s are not', (one, other) => {
    expect(areAlike({ event_name: one }, { event_name: other })).toBe(false);
  });

  test('have the similarity that counting their trigrams by hand gives', () => {
    const name = fc.array(fc.constantFrom('stora', 'lilla', 'Åre', 'Are', 'loppet', 'lopp', 'x', '5'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(name, name, (first, second) => {
        const [a, b] = [first.join(' '), second.join('-')];
        const measured = similarityOf(
          prepare(eventOf({ event_name: a })),
          prepare(eventOf({ event_name: b })),
        );
        const expected = slowSimilarity(a, b);
        expect(measured === expected || (measured === 0.75 && expected < 0.75)).toBe(true);
      }),
    );
  });
});

describe('a pair', () => {
  const near = { latitude: 61.0, longitude: 14.5, place_source: 'gazetteer' };

  test('is at most 30 km apart', () => {
    const other = { ...near, latitude: 61.2 };
    expect(areAlike(near, other)).toBe(true);
    expect(areAlike(near, { ...near, latitude: 61.4 })).toBe(false);
  });

  test('of an unknown place needs nearly equal names and no other landskap', () => {
    const unknown = { ort: null };
    expect(areAlike(unknown, {})).toBe(true);
    expect(areAlike({ event_name: 'Vasaloppet' }, { event_name: 'Vasalopet', ort: null })).toBe(true);
    expect(areAlike({ event_name: 'Nattvasan' }, { event_name: 'Natt-Vasan', ort: null })).toBe(false);
    expect(areAlike({ ...unknown, landskap: 'Skåne' }, { ...unknown, landskap: 'Dalarna' })).toBe(false);
    // The middle of a landskap is no place.
    expect(areAlike({ ...unknown, ...near, place_source: 'landskap' }, { ort: null })).toBe(true);
  });

  test('needs names that are more alike if day, sport or distances differ', () => {
    const names = { event_name: 'Kinnekulle Trail' };
    const other = { event_name: 'Kinnekulle Trailrun', event_date: '2027-05-23' };
    expect(areAlike(names, other)).toBe(true);
    expect(areAlike(names, { ...other, sport_type: 'Löpning trail' })).toBe(true);
    expect(areAlike(names, { ...other, sport_type: 'Simning', distances: ['1 km'] })).toBe(false);
  });
});

describe('the search', () => {
  test('finds no pair among real races', async () => {
    expect(REAL).toHaveLength(56);
    expect((await search(REAL)).keys).toEqual([]);
  });

  test('finds each real race that is stored again a day later with another spelling', async () => {
    const copies = REAL.map((event) =>
      eventOf({ ...event, id: `copy-${event.id}`, event_name: `${event.event_name.replaceAll('ö', 'o')}!` }),
    );
    const { keys } = await search(
      [...REAL, ...copies].sort((a, b) => (a.event_date < b.event_date ? -1 : 1)),
    );
    expect(keys).toEqual(REAL.map(({ id }) => pairKey(id, `copy-${id}`)).sort());
  });

  test('finds what comparing all events with one another finds', async () => {
    const event = fc.record({
      event_name: fc
        .array(
          fc.constantFrom('Stora', 'lilla', 'loppet', 'Åre', 'Are', 'rundan', 'natt', 'lopp', 'Vasa', '5'),
          {
            minLength: 1,
            maxLength: 4,
          },
        )
        .chain((words) => fc.constantFrom(words.join(' '), words.join(''))),
      event_date: fc.constantFrom('2027-05-22', '2027-05-23', '2027-05-24', '2027-06-30'),
      ort: fc.constantFrom('Mora', 'Orsa', null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 25 }), async (rows) => {
        const events = rows.map((row) => eventOf(row));
        const expected = events.flatMap((one, index) =>
          events
            .slice(index + 1)
            .filter(
              (other) =>
                Math.abs(Date.parse(one.event_date) - Date.parse(other.event_date)) <= 86_400_000 &&
                likenessOf(prepare(one), prepare(other)) !== undefined,
            )
            .map((other) => pairKey(one.id, other.id)),
        );
        expect((await search(events)).keys).toEqual(expected.sort());
      }),
      { numRuns: 300 },
    );
  });

  test('leaves out dismissed pairs', async () => {
    const [a, b, c] = [eventOf(), eventOf(), eventOf()];
    const { keys } = await search([a, b, c], { dismissed: new Set([pairKey(b.id, a.id)]) });
    expect(keys).toEqual([pairKey(a.id, c.id), pairKey(b.id, c.id)]);
  });

  test('ends early on 20,000 similar events of one day, and says so', async () => {
    const events = Array.from({ length: 20_000 }, (_, index) =>
      eventOf({ event_name: `Loppet ${index}`, ort: `Ort ${index}` }),
    );
    expect(await search(events, { comparisonsMax: 20_000 })).toMatchObject({ isComplete: false });
    const equal = Array.from({ length: 20_000 }, () => eventOf());
    const { keys, isComplete } = await search(equal, { pairsMax: 200 });
    expect([keys.length, isComplete]).toEqual([200, false]);
  });
});

test('differingFields names the fields with other values, also of lists', () => {
  const [a, b] = [
    { name: 'A', distances: ['1 km'], ort: null },
    { name: 'A', distances: ['2 km'], ort: null },
  ];
  expect(differingFields(['name', 'distances', 'ort'], a, b)).toEqual(['distances']);
});

test('betterKept prefers what people use, then what has more facts, then the older event', () => {
  const event = { id: '1', announcement_count: 0, watch_count: 0, organizer: null as string | null };
  const keptOf = (a: Partial<typeof event>, b: Partial<typeof event>) =>
    betterKept(['organizer'], { ...event, ...a }, { ...event, id: '2', ...b }).id;
  expect(keptOf({ organizer: 'IFK' }, { watch_count: 1 })).toBe('2');
  expect(keptOf({}, { organizer: 'IFK' })).toBe('2');
  expect(keptOf({}, {})).toBe('1');
});
