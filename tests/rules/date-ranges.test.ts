import { describe, expect, test } from 'bun:test';
import {
  formatRange,
  nextMonth,
  thisSummer,
  thisWeekend,
  toggleMonth,
} from '../../client/features/events/filter/date-range';

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

test.each([
  [APRIL, 'april 2027'],
  [APRIL_AND_MAY, 'april–maj 2027'],
  [{ from: '2026-12-01', to: '2027-01-31' }, 'december 2026 – januari 2027'],
  [{ from: '2027-06-01', to: '2027-06-15' }, '1–15 juni 2027'],
  [{ from: '2027-06-01', to: '' }, 'från 1 juni 2027'],
  [{ from: '', to: '2027-06-15' }, 'till 15 juni 2027'],
])('the range %j is shown as %p', (range, text) => expect(formatRange(range, TODAY)).toBe(text));
