import { describe, expect, test } from 'bun:test';
import { blankEvent } from '#src/features/events/contract.ts';
import { stateOf } from '#src/features/watches/matching/rules.ts';
import { digestOf } from '#src/features/watches/news/rules.ts';
import type { News, NewsAd, NewsEvent } from '#src/features/watches/news/store.ts';
import { addDaysTo } from '#src/shared/dates.ts';

const TODAY = '2027-01-15';
const TOMORROW = addDaysTo(TODAY, 1);

const RACE: NewsEvent = {
  ...blankEvent,
  id: 'race',
  event_name: 'Lidingöloppet',
  event_date: '2027-06-05',
  sport_type: 'Löpning',
  distances: '10 km, 30 km',
  ort: 'Lidingö',
  landskap: 'Uppland',
  latitude: null,
  longitude: null,
  url: '/lopp/lidingoloppet/2027',
};
const AD: NewsAd = {
  id: 'ad',
  announcement_type: 'sale',
  event_name: 'Vasaloppet',
  event_date: '2027-03-07',
  distance: '90 km',
  price: 1500,
  order_number: 'A1001',
};

let count = 0;
const newsOf = (rest: Partial<News>): News => ({
  subject: 'event',
  subject_id: `subject ${++count}`,
  change: 'new',
  was: null,
  numbers: [1],
  own_ad_id: null,
  created_at: '2027-01-15T12:00:00Z',
  told: null,
  event: null,
  ad: null,
  ...rest,
});
/** News of one race, the newest first. Each change is written `topic` or `topic was`. */
function race(changes: string[], now: Partial<NewsEvent> = {}): News[] {
  const subject_id = `race ${++count}`;
  return changes.map((text) => {
    const [topic = '', was = null] = text.split(/ (.*)/);
    return newsOf({ subject_id, change: `${topic}:${++count}`, was, event: { ...RACE, ...now } });
  });
}
const ad = (rest: Partial<NewsAd> = {}): News[] => [newsOf({ subject: 'ad', ad: { ...AD, ...rest } })];
const registration = (was: Partial<NewsEvent>) =>
  `registration ${stateOf({ ...RACE, ...was }, TODAY).registration}`;

const digest = (...news: News[][]) => digestOf(news.flat(), TODAY);
/** Spaces that do not break look the same here. */
const shown = (text = '') => text.replaceAll('\u00a0', ' ');
const linesOf = (news: News[]) =>
  digest(news)?.sections.flatMap(({ items }) => items.flatMap(({ lines }) => lines.map(shown)));

const OPENS_TOMORROW = { registration_opens_on: TOMORROW };
const OPEN = { registration_url: 'https://lopp.example' };
const SOLD_OUT = { ...OPEN, sold_out: true };
const CLOSED = { registration_closes_on: '2027-01-10' };

const PLACE = 'Lidingö, Uppland';
const WHERE = `5 juni 2027, ${PLACE}`;

describe('a mail with one item', () => {
  test.each<[string, News[], string, string[]]>([
    ['a new race', race(['new']), 'Nytt lopp: Lidingöloppet, 5 juni 2027', [WHERE, 'Löpning: 10 km, 30 km']],
    [
      'a new race that was moved since',
      race(['date 2027-06-04/', 'new']),
      'Nytt lopp: Lidingöloppet, 5 juni 2027',
      [WHERE, 'Löpning: 10 km, 30 km'],
    ],
    [
      'a new race that was postponed since',
      race(['status scheduled', 'new'], { status: 'postponed' }),
      'Nytt lopp: Lidingöloppet',
      ['Framflyttat, nytt datum ej klart', `Tidigare ${WHERE}`, 'Löpning: 10 km, 30 km'],
    ],
    [
      'a cancelled race',
      race(['status scheduled'], { status: 'cancelled' }),
      'Inställt: Lidingöloppet',
      ['Inställt', WHERE],
    ],
    [
      'a race that was moved and then cancelled',
      race(['status scheduled', 'date 2027-06-04/', registration(OPEN)], { status: 'cancelled' }),
      'Inställt: Lidingöloppet',
      ['Inställt', WHERE],
    ],
    [
      'a moved race',
      race(['date 2027-05-29/']),
      'Nytt datum: Lidingöloppet, 5 juni 2027',
      ['Nytt datum: 5 juni 2027', `Tidigare 29 maj 2027, ${PLACE}`],
    ],
    [
      'a race that got a second day',
      race(['date 2027-06-05/'], { event_end_date: '2027-06-06' }),
      'Nytt datum: Lidingöloppet, 5–6 juni 2027',
      ['Nytt datum: 5–6 juni 2027', `Tidigare 5 juni 2027, ${PLACE}`],
    ],
    [
      'a race that was moved twice',
      race(['date 2027-05-29/', 'date 2027-05-22/']),
      'Nytt datum: Lidingöloppet, 5 juni 2027',
      ['Nytt datum: 5 juni 2027', `Tidigare 22 maj 2027, ${PLACE}`],
    ],
    [
      'a postponed race',
      race(['status scheduled'], { status: 'postponed' }),
      'Framflyttat: Lidingöloppet',
      ['Framflyttat, nytt datum ej klart', `Tidigare ${WHERE}`],
    ],
    [
      'a postponed race with a new date',
      race(['status postponed', 'date 2027-05-29/']),
      'Nytt datum: Lidingöloppet, 5 juni 2027',
      ['Nytt datum: 5 juni 2027', `Tidigare 29 maj 2027, ${PLACE}`],
    ],
    [
      'a race that is postponed without a final date',
      race(['status scheduled', 'date 2027-05-29/'], { status: 'postponed' }),
      'Nytt datum: Lidingöloppet, 5 juni 2027',
      ['Framflyttat, nytt datum ej klart', 'Nytt datum: 5 juni 2027', `Tidigare 29 maj 2027, ${PLACE}`],
    ],
    [
      'a cancelled race that takes place after all',
      race(['status cancelled']),
      'Blir av som planerat: Lidingöloppet',
      ['Blir av som planerat', WHERE],
    ],
    [
      'a registration that opens tomorrow',
      race(['opens'], OPENS_TOMORROW),
      'Anmälan till Lidingöloppet öppnar i morgon',
      ['Anmälan öppnar i morgon', WHERE],
    ],
    [
      'a registration that opens later',
      race([registration({})], { registration_opens_on: '2027-02-01' }),
      'Anmälan till Lidingöloppet öppnar 1 feb',
      ['Anmälan öppnar 1 feb', WHERE],
    ],
    [
      'a registration that opened while the mail waited',
      race(['open', 'opens'], { registration_opens_on: TODAY, registration_closes_on: '2027-05-01' }),
      'Anmälan till Lidingöloppet är öppen till 1 maj',
      ['Anmälan är öppen till 1 maj', WHERE],
    ],
    [
      'a lottery that opens tomorrow',
      race(['opens'], { ...OPENS_TOMORROW, registration_kind: 'lottery' }),
      'Anmälan till lottningen för Lidingöloppet öppnar i morgon',
      ['Anmälan till lottningen öppnar i morgon', WHERE],
    ],
    [
      'a race that is sold out',
      race([registration(OPEN)], SOLD_OUT),
      'Fulltecknat: Lidingöloppet',
      ['Fulltecknat', WHERE],
    ],
    [
      'a race that was sold out',
      race([registration(SOLD_OUT)], OPEN),
      'Platser igen: Lidingöloppet',
      ['Det finns platser igen', 'Anmälan är öppen', WHERE],
    ],
    [
      'a registration that closes early',
      race([registration(OPEN)], CLOSED),
      'Anmälan till Lidingöloppet är stängd',
      ['Anmälan är stängd', WHERE],
    ],
    [
      'a moved race whose registration opens tomorrow',
      race(['opens', 'date 2027-05-29/'], OPENS_TOMORROW),
      'Nytt datum: Lidingöloppet, 5 juni 2027',
      ['Nytt datum: 5 juni 2027', 'Anmälan öppnar i morgon', `Tidigare 29 maj 2027, ${PLACE}`],
    ],
    [
      'a sold place',
      ad(),
      'Ny annons: Vasaloppet 90 km, 1 500 SEK',
      ['Säljes för 1 500 SEK', 'Loppet går 7 mars 2027'],
    ],
    [
      'a wanted place',
      ad({ announcement_type: 'wanted' }),
      'Ny annons: Vasaloppet 90 km söks, högst 1 500 SEK',
      ['Söks, högst 1 500 SEK', 'Loppet går 7 mars 2027'],
    ],
  ])('tells of %s', (_, news, subject, lines) => {
    expect(shown(digest(news)?.subject)).toBe(subject);
    expect(linesOf(news)).toEqual(lines);
  });

  test('cuts a long name in its subject, and keeps it below', () => {
    const event_name = `Lång${'t'.repeat(100)}\nlopp`;
    const { subject, sections } = digest(race(['new'], { event_name })) ?? {};
    expect(subject).toBe(`Nytt lopp: Lång${'t'.repeat(55)}…, 5 juni 2027`);
    expect(sections?.[0]?.items[0]?.title).toBe(event_name.replace('\n', ' '));
  });

  test('leads to its page', () => {
    expect(digest(race(['new']))).toMatchObject({ onlyPath: RACE.url, isAds: false });
    expect(digest(ad())).toMatchObject({ onlyPath: '/marketplace/annons/A1001', isAds: true });
    expect(digest(ad(), race(['new']))).toMatchObject({ onlyPath: undefined, isAds: false });
  });
});

describe('no mail tells of', () => {
  test.each<[string, News[]]>([
    ['a new race that was cancelled since', race(['new'], { status: 'cancelled' })],
    ['a date that changed back', race(['date 2027-05-29/', 'date 2027-06-05/'])],
    ['a status that changed back', race(['status cancelled', 'status scheduled'])],
    ['a registration that changed back', race([registration(SOLD_OUT), registration(OPEN)], OPEN)],
    ['the new date of a cancelled race', race(['date 2027-05-29/'], { status: 'cancelled' })],
    ['the registration of a cancelled race', race([registration(OPEN)], { status: 'cancelled' })],
    ['an opening that is over', race(['opens'], CLOSED)],
    ['a race that is over', race(['date 2027-05-29/'], { event_date: '2027-01-14' })],
    ['a race or an ad that is gone', [newsOf({}), newsOf({ subject: 'ad' })]],
  ])('%s', (_, news) => {
    expect(digest(news)).toBeUndefined();
    expect(digest(news, ad())?.subject).toBe(digest(ad())?.subject ?? '');
  });
});

describe('a mail with several items', () => {
  test.each<[string, News[][], string]>([
    ['ads for one distance', [ad(), ad()], '2 nya annonser: Vasaloppet 90 km'],
    [
      'ads for two races',
      [ad(), ad({ announcement_type: 'wanted', event_name: 'Lidingöloppet', distance: '30 km' }), ad()],
      '3 nya annonser: Vasaloppet 90 km och Lidingöloppet 30 km',
    ],
    [
      'new races',
      ['A', 'B', 'C'].map((event_name) => race(['new'], { event_name })),
      '3 nya lopp: A, B med flera',
    ],
    [
      'a new race and a cancellation',
      [race(['new']), race(['status scheduled'], { event_name: 'Vasaloppet', status: 'cancelled' })],
      'Inställt: Vasaloppet, och en nyhet till',
    ],
    [
      'ads and an opening',
      [ad(), race(['opens'], OPENS_TOMORROW), ad()],
      'Anmälan till Lidingöloppet öppnar i morgon, och 2 nyheter till',
    ],
  ])('names %s in its subject', (_, news, subject) => {
    expect(digest(...news)?.subject).toBe(subject);
  });

  test('groups them, with changes first', () => {
    const { sections } =
      digest(
        ad({ announcement_type: 'wanted' }),
        ad(),
        race(['new']),
        race(['opens'], OPENS_TOMORROW),
        race(['date 2027-05-29/'], { event_name: 'Newest' }),
        race(['date 2027-05-29/'], { event_name: 'Older' }),
      ) ?? {};
    expect(sections?.map(({ title }) => title)).toEqual([
      'Ändringar',
      'Anmälan',
      'Nya lopp',
      'Säljes',
      'Söks',
    ]);
    expect(sections?.[0]?.items.map(({ title }) => title)).toEqual(['Newest', 'Older']);
  });

  test('shows the 20 newest and counts the rest', () => {
    const news = Array.from({ length: 25 }, (_, index) => race(['new'], { event_name: `Lopp ${index + 1}` }));
    const { subject, sections, restCount } = digest(...news) ?? {};
    expect(subject).toBe('25 nya lopp: Lopp 1, Lopp 2 med flera');
    const titles = sections?.flatMap(({ items }) => items.map(({ title }) => title));
    expect(titles).toEqual(Array.from({ length: 20 }, (_, index) => `Lopp ${index + 1}`));
    expect(restCount).toBe(5);
  });
});
