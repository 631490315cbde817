import { describe, expect, test } from 'bun:test';
import { stateAfterUpdate } from '#src/features/events/admin/rules.ts';
import { registrationOf, stateTexts } from '#src/features/events/rules.ts';
import { eventOf } from '#tests/support/events.ts';

const TODAY = '2027-03-01';
const event = (part: Partial<ReturnType<typeof eventOf>> = {}) => eventOf({ id: 'a', ...part });

describe('the registration of an event', () => {
  test.each([
    ['unknown without dates and link', {}, 'unknown'],
    ['open with a link only', { registration_url: 'https://example.se' }, 'open'],
    ['not open on the day before it opens', { registration_opens_on: '2027-03-02' }, 'not_open'],
    ['open on the day it opens', { registration_opens_on: '2027-03-01' }, 'open'],
    ['open on the day it closes', { registration_closes_on: '2027-03-01' }, 'open'],
    ['closed on the day after it closed', { registration_closes_on: '2027-02-28' }, 'closed'],
    ['sold out while it would be open', { registration_opens_on: '2027-02-01', sold_out: true }, 'sold_out'],
    [
      'not open before it opens, also if sold out',
      { registration_opens_on: '2027-04-01', sold_out: true },
      'not_open',
    ],
    [
      'closed after it closed, also if sold out',
      { registration_closes_on: '2027-02-01', sold_out: true },
      'closed',
    ],
    ['sold out without dates', { sold_out: true }, 'sold_out'],
    ['closed if the race is over', { event_date: '2027-02-28', sold_out: true }, 'closed'],
    [
      'closed if the race is cancelled',
      { status: 'cancelled', registration_url: 'https://example.se' },
      'closed',
    ],
    [
      'open if the race is postponed',
      { status: 'postponed', registration_url: 'https://example.se' },
      'open',
    ],
  ] as const)('is %s', (_, part, expected) => expect(registrationOf(event(part), TODAY)).toBe(expected));
});

describe('the texts shown for the state of an event', () => {
  test.each([
    ['nothing for most races', {}, []],
    [
      'only "Inställt" for a cancelled race',
      { status: 'cancelled', previous_dates: ['2027-05-08'], sold_out: true },
      ['Inställt'],
    ],
    [
      '"Framflyttat …"',
      { status: 'postponed', previous_dates: ['2027-05-08'] },
      ['Framflyttat, nytt datum ej klart'],
    ],
    [
      'the latest date it was moved from',
      { previous_dates: ['2027-05-01', '2027-05-08'] },
      ['Flyttat från 8 maj'],
    ],
    ['the year of another year', { previous_dates: ['2026-05-08'] }, ['Flyttat från 8 maj 2026']],
    ['"Fulltecknat"', { sold_out: true }, ['Fulltecknat']],
    [
      'when the registration opens',
      { registration_opens_on: '2027-11-01', event_date: '2028-05-01' },
      ['Anmälan öppnar 1 nov'],
    ],
    ['until when it is open', { registration_closes_on: '2027-03-03' }, ['Anmälan öppen till 3 mars']],
    ['that it is open without an end', { registration_url: 'https://example.se' }, ['Anmälan öppen']],
    ['that it has closed', { registration_closes_on: '2027-02-03' }, ['Anmälan stängd']],
    [
      'that places are drawn by lot',
      { registration_kind: 'lottery', registration_closes_on: '2027-03-03' },
      ['Anmälan till lottningen öppen till 3 mars'],
    ],
    [
      'nothing about the registration of a past race',
      { event_date: '2027-02-01', registration_closes_on: '2027-01-03' },
      [],
    ],
  ] as const)('is %s', (_, part, expected) =>
    expect(stateTexts(event(part as never), TODAY).map(({ text }) => text)).toEqual([...expected]),
  );
});

describe('the state after an update', () => {
  const before = { event_date: '2027-05-08', status: 'scheduled', previous_dates: ['2027-05-01'] } as const;
  const after = (change: object, isMoved = false, stored: object = {}) =>
    stateAfterUpdate(
      { ...before, previous_dates: [...before.previous_dates], ...stored },
      { event_date: '2027-05-15', ...change },
      isMoved,
    );

  test('has no more dates after a correction of the date', () =>
    expect(after({})).toEqual({ status: 'scheduled', previous_dates: ['2027-05-01'] }));

  test('has the date before a move last', () =>
    expect(after({}, true)).toEqual({ status: 'scheduled', previous_dates: ['2027-05-01', '2027-05-08'] }));

  test('has no more dates if a move keeps the date', () =>
    expect(after({ event_date: '2027-05-08' }, true).previous_dates).toEqual(['2027-05-01']));

  test('is scheduled and moved if a postponed event gets a new date', () =>
    expect(after({}, false, { status: 'postponed' })).toEqual({
      status: 'scheduled',
      previous_dates: ['2027-05-01', '2027-05-08'],
    }));

  test('stays postponed if the date stays or the status is sent', () => {
    const stored = { status: 'postponed' };
    expect(after({ event_date: '2027-05-08' }, false, stored).status).toBe('postponed');
    expect(after({ status: 'postponed' }, false, stored)).toEqual({
      status: 'postponed',
      previous_dates: ['2027-05-01'],
    });
  });

  test('keeps a cancelled event cancelled', () =>
    expect(after({}, false, { status: 'cancelled' }).status).toBe('cancelled'));

  test('keeps only the last 20 dates', () => {
    const dates = Array.from({ length: 20 }, (_, index) => `2026-01-${`${index + 1}`.padStart(2, '0')}`);
    expect(after({}, true, { previous_dates: dates }).previous_dates).toEqual([
      ...dates.slice(1),
      '2027-05-08',
    ]);
  });
});
