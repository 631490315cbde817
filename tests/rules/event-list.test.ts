import { describe, expect, test } from 'bun:test';
import { blankEvent } from '#src/features/events/contract.ts';
import { type EventFilter, NO_FILTER, pastYearsOf } from '#src/features/events/filter/filter.ts';
import { type ListedEvent, toListed } from '#src/features/events/list/contract.ts';
import {
  BLANK,
  eventsOf,
  joinEvents,
  prepareEvents,
  usualSlugOf,
  uuidOf,
} from '#src/features/events/list/rules.ts';
import { understand } from '#src/features/events/search/understand.ts';
import { pagesOf } from '#tests/support/calendar-answers.ts';
import { eventOf } from '#tests/support/events.ts';

const VASA = {
  ...eventOf({
    id: crypto.randomUUID(),
    event_name: 'Vasaloppet',
    event_date: '2027-03-07',
    sold_out: true,
    additional_fields: [{ label: 'Starttid', value: '08:00' }],
    url: '/lopp/vasaloppet/2027',
  }),
  latitude: 61,
  longitude: 14.5,
  is_approximate: true,
};
const OTHER = {
  ...eventOf({
    id: crypto.randomUUID(),
    event_name: 'Öppet Spår 2027',
    event_date: '2027-03-08',
    ort: null,
    landskap: null,
    url: '/lopp/oppet-spar-mandag/2027-2',
  }),
  latitude: null,
  longitude: null,
  is_approximate: false,
};

test('BLANK has the values of a blank event, and no position', () => {
  const { latitude, longitude, is_approximate, ...blank } = BLANK;
  expect<ListedEvent>(blank).toEqual(toListed(blankEvent));
  expect([latitude, longitude, is_approximate]).toEqual([null, null, false]);
});

test('uuidOf reverses base64url of the bytes of a UUID', () => {
  const ids = [
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ...Array.from({ length: 1000 }, () => crypto.randomUUID()),
  ];
  const encode = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
  expect(ids.map((id) => uuidOf(encode(id)))).toEqual(ids);
});

test.each([
  ['Vasaloppet', 'vasaloppet'],
  ['Göteborgsvarvet 2027', 'goteborgsvarvet'],
  ['2027 års lopp', 'ars-lopp'],
  ['Lopp 2027 i Örebro', 'lopp-i-orebro'],
  ['ÅRE FJÄLLMARATON', 'are-fjallmaraton'],
  ['Kalle - Café-loppet', 'kalle--cafe-loppet'],
  ["St. Olav's", "st.-olav's"],
  ['2027', ''],
])('usualSlugOf makes %p to %p', (name, slug) => {
  expect(usualSlugOf(name, '2027')).toBe(slug);
});

describe('eventsOf', () => {
  test('restores the fields, the place and the path of each event', () => {
    expect(eventsOf(pagesOf([VASA, OTHER]))).toEqual(
      [VASA, OTHER].map(({ latitude, longitude, is_approximate, ...event }) => ({
        ...toListed(event),
        latitude,
        longitude,
        is_approximate,
      })),
    );
  });

  test('leaves an event without a page without a path', () => {
    const [event] = eventsOf(pagesOf([{ ...VASA, url: null }]));
    expect(event?.url).toBeNull();
  });

  test('returns the same list for the same input', () => {
    const pages = pagesOf([VASA]);
    expect(eventsOf(pages)).toBe(eventsOf(pages));
    expect(eventsOf(structuredClone(pages))).not.toBe(eventsOf(pages));
  });
});

const NEXT = pagesOf([VASA]);
const PAST_YEARS = [2024, 2025, 2026].map((year) =>
  pagesOf([{ ...VASA, id: crypto.randomUUID(), event_date: `${year}-03-07` }]),
);

describe('past and upcoming events together', () => {
  test('are by date, and one that is in two lists is there once', () => {
    const moved = pagesOf([{ ...VASA, event_date: '2026-03-07' }]);
    const days = joinEvents([...PAST_YEARS, moved], NEXT).map(({ event_date }) => event_date);
    expect(days).toEqual(['2024-03-07', '2025-03-07', '2026-03-07', '2027-03-07']);
  });

  test('are the same list each time, also if filters that need other years take turns', () => {
    const [first = NEXT, ...others] = PAST_YEARS;
    const ofFirst = joinEvents([first], NEXT);
    const ofOthers = joinEvents(others, NEXT);
    for (let turn = 0; turn < 3; turn++) {
      expect(joinEvents([first], NEXT)).toBe(ofFirst);
      expect(joinEvents(others, NEXT)).toBe(ofOthers);
    }
  });

  test('are made a page at a time, also by two that take turns', () => {
    const lists = [2024, 2025, 2026].map((year) => pagesOf([{ ...VASA, event_date: `${year}-03-07` }]));
    const steps = [prepareEvents(lists), prepareEvents(lists)];
    let turns = 0;
    while (!steps.map((one) => one.next().done).every(Boolean)) turns++;
    expect(turns).toBeLessThanOrEqual(lists.length);
    expect([...prepareEvents(lists)]).toEqual([]);
  });
});

describe('the past years that a filter needs', () => {
  test.each([
    [{}, '', undefined],
    [{ date: 'past' }, '', ['0000', '9999']],
    [{ date: 'all', period: { from: '2027-02-01', to: '' } }, '', undefined],
    [{ date: 'all', period: { from: '2025-05-01', to: '2025-06-30' } }, '', ['2025', '2026']],
    [{ date: 'all', period: { from: '', to: '2025-06-30' } }, '', ['0000', '2026']],
    [{}, 'vasaloppet', undefined],
    [{}, 'vasaloppet 2025', ['2025', '2026']],
    [{}, 'maj 2027', undefined],
  ] as const)('%p with the search %p', (part, q, years) => {
    const filter: EventFilter = { ...NO_FILTER, ...part, q };
    const found = pastYearsOf(filter, understand(q, '2027-01-15'), '2027-01-15');
    expect(found && [found.first, found.last]).toEqual(years as [string, string] | undefined);
  });
});
