import { describe, expect, test } from 'bun:test';
import { changeToMonth, listMonths, monthLabels } from '#client/features/events/filter/months.ts';
import {
  formatRange,
  nextMonth,
  thisSummer,
  thisWeekend,
  toggleMonth,
} from '#src/features/events/filter/date-range.ts';

const OPEN = { from: '', to: '' };
const APRIL = { from: '2027-04-01', to: '2027-04-30' };
const APRIL_AND_MAY = { from: '2027-04-01', to: '2027-05-31' };
const TODAY = '2026-11-24';

test.each([
  ['a Tuesday', '2026-11-24', '2026-11-28', '2026-11-29'],
  ['a Saturday', '2026-11-28', '2026-11-28', '2026-11-29'],
  ['a Sunday', '2026-11-29', '2026-11-29', '2026-11-29'],
])('the weekend on %s has no past days', (_day, today, from, to) =>
  expect(thisWeekend(today)).toEqual({ from, to }),
);

test('the next month of December is January', () =>
  expect(nextMonth('2026-12-05')).toEqual({ from: '2027-01-01', to: '2027-01-31' }));

test.each([
  ['2027-03-01', '2027-06-01', '2027-08-31'],
  ['2027-07-10', '2027-07-10', '2027-08-31'],
  ['2027-09-01', '2028-06-01', '2028-08-31'],
])('the summer on %s is %s to %s', (today, from, to) => expect(thisSummer(today)).toEqual({ from, to }));

describe('a press on a month', () => {
  test.each([
    ['chooses it', OPEN, '2027-04', APRIL],
    ['adds it after the chosen ones', APRIL, '2027-05', APRIL_AND_MAY],
    ['adds it before the chosen ones', APRIL, '2027-03', { from: '2027-03-01', to: '2027-04-30' }],
    ['removes the last one', APRIL_AND_MAY, '2027-05', APRIL],
    ['removes the first one', APRIL_AND_MAY, '2027-04', { from: '2027-05-01', to: '2027-05-31' }],
    ['removes the only one', APRIL, '2027-04', OPEN],
    ['replaces others', APRIL, '2027-09', { from: '2027-09-01', to: '2027-09-30' }],
    ['replaces other dates', { from: '2027-04-03', to: '2027-04-05' }, '2027-04', APRIL],
    ['knows leap years', OPEN, '2028-02', { from: '2028-02-01', to: '2028-02-29' }],
  ])('%s', (_what, before, month, after) => expect(toggleMonth(before, month, TODAY)).toEqual(after));
});

describe('a press on the current month', () => {
  const FROM_TODAY = { from: '2026-11-24', to: '2026-11-30' };
  test.each(['upcoming', 'all'] as const)('starts today and is undone by another press (%s)', (date) => {
    const pressed = changeToMonth({ date, period: OPEN }, '2026-11', TODAY);
    expect(pressed).toEqual({ date: 'all', period: FROM_TODAY });
    expect(changeToMonth(pressed, '2026-11', TODAY)).toEqual({ date: 'upcoming', period: OPEN });
  });
  test('adds it to the next month', () =>
    expect(
      changeToMonth({ date: 'all', period: { from: '2026-12-01', to: '2026-12-31' } }, '2026-11', TODAY)
        .period,
    ).toEqual({ from: TODAY, to: '2026-12-31' }));
  test('keeps past events past', () => {
    const period = { from: '2026-11-01', to: '2026-11-30' };
    expect(changeToMonth({ date: 'past', period: OPEN }, '2026-11', TODAY)).toEqual({ date: 'past', period });
    expect(changeToMonth({ date: 'past', period }, '2026-11', TODAY)).toEqual({ date: 'past', period: OPEN });
  });
});

describe('the row of months', () => {
  const counts = new Map(['2026-03', '2026-04', '2026-11', '2027-05', '2027-06'].map((month) => [month, 1]));
  const listed = (filter: Parameters<typeof listMonths>[1]) => listMonths(counts, filter, TODAY);

  test('has past months only if past events are shown', () => {
    expect(listed({ date: 'upcoming', period: OPEN })).toEqual(['2026-11', '2027-05', '2027-06']);
    expect(listed({ date: 'all', period: OPEN })).toEqual([...counts.keys()]);
    expect(listed({ date: 'all', period: { from: '2027-05-01', to: '2027-05-31' } })).toEqual([
      '2026-11',
      '2027-05',
      '2027-06',
    ]);
  });
  test.each(['all', 'past'] as const)(
    'keeps a past month that is pressed, and pressed again (%s)',
    (date) => {
      const pressed = changeToMonth({ date, period: OPEN }, '2026-03', TODAY);
      expect(listed(pressed)).toContain('2026-03');
      expect(listed(changeToMonth(pressed, '2026-03', TODAY))).toContain('2026-03');
    },
  );
  test('keeps a chosen month in which no event is left', () =>
    expect(listed({ date: 'all', period: APRIL })).toContain('2027-04'));
  test('keeps at most 18 months of a period', () =>
    expect(listed({ date: 'all', period: { from: '1990-01-01', to: '2400-12-31' } }).length).toBeLessThan(
      30,
    ));
});

test('months have their year where it changes', () => {
  expect(monthLabels(['2026-08', '2027-08'], '2026-07-10')).toEqual(['aug', 'aug 2027']);
  expect(monthLabels(['2025-12', '2026-01', '2026-02'], TODAY)).toEqual(['dec 2025', 'jan 2026', 'feb']);
});

test.each([
  [APRIL, 'april 2027'],
  [APRIL_AND_MAY, 'april–maj 2027'],
  [{ from: '2026-12-01', to: '2027-01-31' }, 'december 2026 – januari 2027'],
  [{ from: '2027-06-01', to: '2027-06-15' }, '1–15 juni 2027'],
  [{ from: '2027-06-01', to: '' }, 'från 1 juni 2027'],
  [{ from: '', to: '2027-06-15' }, 'till 15 juni 2027'],
])('the range %j is shown as %p', (range, text) => expect(formatRange(range, TODAY)).toBe(text));
