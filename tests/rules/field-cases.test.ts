import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { checkItems, readItems } from '#src/features/sources/items/items.ts';

const CASES = join(import.meta.dir, '../cases');

/** The races of this file as a source. Files that state no lengths need the default. */
async function racesOf(file: string, defaults: Record<string, string> = { distances: '10 km' }) {
  const bytes = await Bun.file(join(CASES, file)).bytes();
  const checked = checkItems(await readItems(bytes), {
    defaults: { sport_type: 'Löpning', ...defaults },
    today: '2027-01-01',
  });
  return { ...checked, races: checked.checked.map(({ fields }) => fields) };
}

test.each([
  ['11-climb-as-distance.ics', [['42 km']]],
  ['11b-K-not-read.ics', [['21 km', '10 km', '5 km']]],
  [
    '11c-thousands-and-lists.ics',
    [
      ['42 195 m'],
      ['2 500 m'],
      ['5 km', '10 km'],
      ['5 km', '10 km', '21 km'],
      ['5 km', '10 km'],
      ['10 000 m'],
    ],
  ],
])('reads the lengths of %s', async (file, distances) => {
  const { races } = await racesOf(file, {});
  expect(races.map((race) => race.distances)).toEqual(distances);
});

test('reads the state of a race from its title, and removes it from the name', async () => {
  const { races } = await racesOf('12-cancelled-words.ics');
  const numbers = ['ett', 'två', 'tre', 'fyra', 'fem', 'sex', 'sju'];
  expect(races.map(({ event_name, status }) => [event_name, status])).toEqual([
    ...numbers.map((number) => [`Loppet ${number}`, 'cancelled']),
    ['Coniston Fair (AS)', 'cancelled'],
    ['Loppet nio', 'postponed'],
  ]);
});

test('decodes HTML entities in titles', async () => {
  const { races } = await racesOf('15-entities.ics');
  expect(races[0]?.event_name).toBe('Ida & Ottos lopp – 10 km');
});

test('reads ranges of days from titles, and days from HTML', async () => {
  const { races } = await racesOf('16-json-feed-ranges.json');
  expect(races.map((race) => [race.event_name, race.event_date, race.event_end_date ?? null])).toEqual([
    ['Dubbelloppet', '2027-05-22', '2027-05-23'],
    ['Etapploppet', '2027-06-30', '2027-07-02'],
    ['Utan id', '2027-05-24', null],
    ['Bara html', '2027-05-22', null],
  ]);
});

test('reads 10,000 m as ten thousand metres', async () => {
  const { races } = await racesOf('20-metres-with-thousands.csv');
  expect(races.map((race) => race.distances)).toEqual([['10 000 m'], ['5 000 m']]);
});

test('takes the part of a location that the gazetteer knows as the town', async () => {
  const { races } = await racesOf('13-places.ics');
  const places = races.map(({ ort, landskap, address }) => [ort ?? null, landskap ?? null, address ?? null]);
  expect(places).toEqual([
    ['Vagnhärad', null, 'Trostorpsrakan start och mål'],
    ['Slite', 'Gotland', null],
    ['Mora', 'Dalarna', null],
    ['Malmö', 'Skåne', null],
    ['Umeå', null, 'Centrum'],
    ['Stockholm', 'Uppland', 'Stockholms Stadion, Lidingövägen, 114 33'],
    [null, null, '57.7089, 11.9746'],
    [null, null, 'Ljung'],
  ]);
});

test('keeps the other rows after a broken quote', async () => {
  const { races, errors } = await racesOf('17-quote-kills-import.csv');
  expect(races.map(({ event_name, distances }) => [event_name, distances])).toEqual([
    ['Före', ['10 km']],
    ['"Milen"-loppet', ['5 km']],
    ['Efter', ['10 km']],
  ]);
  expect(errors).toEqual([]);
});

test('composes decomposed letters', async () => {
  const { races } = await racesOf('18-nfd-sport.csv');
  expect(races).toMatchObject([{ event_name: 'Åre Fjällmaraton', sport_type: 'Löpning', landskap: 'Skåne' }]);
});

test('reads UTF-16', async () => {
  const { races } = await racesOf('19-utf16.csv');
  expect(races).toMatchObject([{ event_name: 'Göteborgsvarvet', distances: ['21,1 km'] }]);
});
