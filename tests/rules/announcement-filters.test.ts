import { describe, expect, test } from 'bun:test';
import { toSearchedAd } from '#client/features/announcements/search.ts';
import {
  ALL_ANNOUNCEMENTS,
  type AnnouncementFilter,
  type Choices,
  countByType,
  eventChoices,
  eventKey,
  filterAnnouncements,
  landskapChoices,
  SORTS,
  sportChoices,
} from '#src/features/announcements/filter/rules.ts';
import { searchOver } from '#src/features/events/search/find.ts';
import { isSimilar } from '#src/features/events/search/ranks.ts';
import { understand } from '#src/features/events/search/understand.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { SPORTS } from '#src/shared/sports.ts';

type Ad = Parameters<typeof eventChoices>[0][number] & Parameters<typeof toSearchedAd>[0] & { id: number };

let sequence = 0;
const ad = (event_name: string, announcement_type: Ad['announcement_type'], more: Partial<Ad> = {}): Ad => ({
  id: ++sequence,
  event_id: `id of ${event_name}`,
  event_name,
  event_date: '2027-05-22',
  announcement_type,
  sport_type: 'Löpning',
  ort: null,
  landskap: null,
  distance: '10 km',
  price: 500,
  description: null,
  reserved: false,
  order_number: 'SP-0001',
  ...more,
});

const VASA_SALE = ad('Vasaloppet', 'sale');
const VASA_WANTED = ad('Vasaloppet', 'wanted');
const LIDINGO = ad('Lidingöloppet', 'sale');
const DELETED_WANTED = ad('Nedlagda loppet', 'wanted', { event_id: null });
const DELETED_SALE = ad('Nedlagda loppet', 'sale', { event_id: null });
const ADS = [VASA_SALE, LIDINGO, DELETED_WANTED, VASA_WANTED, DELETED_SALE];
const VASA = eventKey(VASA_SALE);

const filterOf = (part: Partial<AnnouncementFilter>): AnnouncementFilter => ({
  ...ALL_ANNOUNCEMENTS,
  ...part,
});
const searchOf = searchOver(toSearchedAd);
const search = <Of extends Ad>(ads: readonly Of[], q: string) =>
  searchOf(ads).find(understand(q, '2027-01-15'));
const find = <Of extends Ad>(ads: readonly Of[], part: Partial<AnnouncementFilter>) =>
  filterAnnouncements(ads, { ...filterOf(part), found: search(ads, part.q ?? '') });

describe('the market filters', () => {
  test('show every ad in its order when none is chosen', () => {
    expect(filterAnnouncements(ADS, ALL_ANNOUNCEMENTS)).toEqual(ADS);
  });

  test('combine event and type', () => {
    expect(find(ADS, { event: VASA })).toEqual([VASA_SALE, VASA_WANTED]);
    expect(find(ADS, { type: 'wanted' })).toEqual([DELETED_WANTED, VASA_WANTED]);
    expect(find(ADS, { event: VASA, type: 'wanted' })).toEqual([VASA_WANTED]);
    expect(find(ADS, { event: eventKey(LIDINGO), type: 'wanted' })).toEqual([]);
  });

  test('show nothing for an event without ads', () => {
    expect(find(ADS, { event: 'long gone' })).toEqual([]);
    expect(countByType(ADS, filterOf({ event: 'long gone' }))).toEqual({ all: 0, sale: 0, wanted: 0 });
  });

  test('group the ads of a deleted event under its name', () => {
    expect(find(ADS, { event: 'Nedlagda loppet' })).toEqual([DELETED_WANTED, DELETED_SALE]);
  });
});

describe('the search of the market', () => {
  const matches = (q: string, more: Partial<Ad>) =>
    find([ad('Vasaloppet', 'sale', more)], { q }).length === 1;

  test.each<[string, Partial<Ad>]>([
    ['VASALOPP', {}],
    ['malung', { ort: 'Malung' }],
    ['harjedalen', { landskap: 'Härjedalen' }],
    ['langdskidor', { sport_type: 'Längdskidor' }],
    ['90km', { distance: '90 km' }],
    ['90 km', { distance: '90 km' }],
    ['sp-1041', { order_number: 'SP-1041' }],
    ['startled 6', { description: 'Startled 6.' }],
    ['  mora   vasa ', { ort: 'Mora' }],
    ['mora startled', { ort: 'Mora', description: 'Startled 6.' }],
  ])('finds %p ignoring case, accents and the order of words', (q, more) => {
    expect(matches(q, more)).toBe(true);
  });

  test('needs every word', () => {
    expect(matches('vasaloppet simning', { ort: 'Sälen' })).toBe(false);
  });

  test.each(['vasalopet', 'wasaloppett'])('announces what it finds by %p as similar', (q) => {
    const found = search([VASA_SALE, VASA_WANTED], q);
    expect([found?.scores.size, found && isSimilar(found)]).toEqual([2, true]);
  });

  test.each(['åbyloppet', 'marathon'])('finds nothing by %p', (q) => {
    expect(find([VASA_SALE, VASA_WANTED], { q })).toEqual([]);
  });

  test('does not look for similar words in descriptions', () => {
    const ads = [ad('Vasaloppet', 'sale', { description: 'Ledigt' })];
    expect([find(ads, { q: 'ledig' }), find(ads, { q: 'leddig' })]).toEqual([ads, []]);
  });
});

describe('the price filter', () => {
  test('includes ads at exactly the highest price', () => {
    const ads = [1499, 1500, 1501].map((price) => ad('Vasaloppet', 'sale', { price }));
    expect(find(ads, { max_price: 1500 }).map(({ price }) => price)).toEqual([1499, 1500]);
  });
});

describe('the sorting of the market', () => {
  const ads = [
    ad('A', 'sale', { price: 900, event_date: '2027-03-07' }),
    ad('B', 'sale', { price: 300, event_date: '2027-09-01' }),
    ad('C', 'sale', { price: 900, event_date: '2027-01-30' }),
    ad('D', 'sale', { price: 300, event_date: '2027-03-07' }),
  ];

  test.each([
    ['newest', 'ABCD'],
    ['price', 'BDAC'],
    ['date', 'CADB'],
  ] as const)('by %s keeps the newest first among equals', (sort, names) => {
    expect(
      find(ads, { sort })
        .map(({ event_name }) => event_name)
        .join(''),
    ).toBe(names);
    expect(ads.map(({ event_name }) => event_name).join('')).toBe('ABCD');
  });
});

/** A fixed sequence of pseudo-random numbers. */
function randomNumbers(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value };
}

test('200 random filters show the same ads as a naive model, and every choice counts the ads that it would show', () => {
  const { below, pick } = randomNumbers(18);
  const names = ['Vasaloppet', 'Lidingöloppet', 'Vansbrosimningen', 'Åre Extreme'];
  const [sports, landskapOrNull] = [SPORTS.slice(0, 4), [...LANDSKAP.slice(0, 4), null]];
  const ads = Array.from({ length: 300 }, () =>
    ad(pick(names), pick(['sale', 'wanted']), {
      sport_type: pick([...sports, null]),
      landskap: pick(landskapOrNull),
      ort: pick(['Mora', 'Åre', null]),
      price: 100 * (1 + below(20)),
      event_date: `2027-0${1 + below(9)}-01`,
    }),
  );
  const matches = (one: Ad, { q, event, type, sport, landskap, max_price }: AnnouncementFilter) =>
    (q === '' || `${one.event_name} ${one.ort}`.toLowerCase().includes(q)) &&
    (event === '' || one.event_id === event) &&
    (type === 'all' || one.announcement_type === type) &&
    (sport === '' || one.sport_type === sport) &&
    (landskap === '' || one.landskap === landskap) &&
    (max_price === null || one.price <= max_price);

  for (let round = 0; round < 200; round++) {
    const q = pick(['', '', 'åre', 'mora', 'loppet']);
    const chosen = filterOf({
      q,
      event: pick(['', '', ...names.map((name) => `id of ${name}`)]),
      type: pick(['all', 'sale', 'wanted']),
      sport: pick(['', '', ...sports]),
      landskap: pick(['', '', ...LANDSKAP.slice(0, 4)]),
      max_price: pick([null, 500, 1500]),
      sort: pick(SORTS),
    });
    const filter = { ...chosen, found: search(ads, q) };
    const shown = filterAnnouncements(ads, filter);
    const expected = ads.filter((one) => matches(one, filter));
    expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));

    const count = (part: Partial<AnnouncementFilter>) =>
      filterAnnouncements(ads, { ...filter, ...part }).length;
    const byType = countByType(ads, filter);
    for (const type of ['all', 'sale', 'wanted'] as const) expect(byType[type]).toBe(count({ type }));
    const facets: [Choices, 'event' | 'sport' | 'landskap'][] = [
      [eventChoices(ads, filter), 'event'],
      [sportChoices(ads, filter), 'sport'],
      [landskapChoices(ads, filter), 'landskap'],
    ];
    for (const [{ all, choices }, name] of facets) {
      expect([name, all]).toEqual([name, count({ [name]: '' })]);
      for (const choice of choices)
        expect([name, choice.key, choice.count]).toEqual([name, choice.key, count({ [name]: choice.key })]);
    }
  }
});

describe('the choices of the filters', () => {
  test('count a type within the chosen event', () => {
    expect(countByType(ADS, ALL_ANNOUNCEMENTS)).toEqual({ all: 5, sale: 3, wanted: 2 });
    expect(countByType(ADS, filterOf({ event: VASA }))).toEqual({ all: 2, sale: 1, wanted: 1 });
    expect(countByType(ADS, filterOf({ event: eventKey(LIDINGO) }))).toEqual({ all: 1, sale: 1, wanted: 0 });
  });

  test('count an event within the chosen type, and keep events with 0 ads', () => {
    const counts = (type: 'all' | 'sale' | 'wanted') =>
      eventChoices(ADS, filterOf({ type })).choices.map(({ name, count }) => `${name} ${count}`);
    expect(counts('all')).toEqual(['Lidingöloppet 1', 'Nedlagda loppet 2', 'Vasaloppet 2']);
    expect(counts('wanted')).toEqual(['Lidingöloppet 0', 'Nedlagda loppet 1', 'Vasaloppet 1']);
  });

  test('list events by name in Swedish order, with 9 before 10 and å, ä and ö last', () => {
    const names = ['Örebro AIK', 'Ängsloppet', 'Åre Bike', 'Zon 10', 'Zon 9', 'ålands', 'Alpha', 'bravo'];
    expect(
      eventChoices(
        names.map((name) => ad(name, 'sale')),
        ALL_ANNOUNCEMENTS,
      ).choices.map(({ name }) => name),
    ).toEqual(['Alpha', 'bravo', 'Zon 9', 'Zon 10', 'ålands', 'Åre Bike', 'Ängsloppet', 'Örebro AIK']);
  });

  test('list two events of one name separately, the earlier first', () => {
    const later = ad('Milen', 'sale', { event_id: 'a', event_date: '2028-05-22' });
    const earlier = ad('Milen', 'sale', { event_id: 'b', event_date: '2027-05-22' });
    expect(
      eventChoices([later, earlier], ALL_ANNOUNCEMENTS).choices.map(({ key, date }) => [key, date]),
    ).toEqual([
      ['b', '2027-05-22'],
      ['a', '2028-05-22'],
    ]);
  });
});
