import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDaysTo, addMonthsTo, daysSinceMonday, isDay, weekOf } from '#src/shared/dates.ts';
import { weeksOfMonth } from '#src/shared/month-grid.ts';
import { nextYearsDay, readDay, readDayAndTime, readTime } from '#src/shared/typed-dates.ts';

const anyDay = fc.integer({ min: 0, max: 80_000 }).map((days) => addDaysTo('1950-01-01', days));

describe('readDay', () => {
  test.each([
    ['2027-02-06', '2027-02-06'],
    [' 2027-2-6 ', '2027-02-06'],
    ['2027/02/06', '2027-02-06'],
    ['2027 02 06', '2027-02-06'],
    ['20270206', '2027-02-06'],
    ['6/2 2027', '2027-02-06'],
    ['6/2-2027', '2027-02-06'],
    ['6.2.2027', '2027-02-06'],
    ['6 feb 2027', '2027-02-06'],
    ['6 feb. 2027', '2027-02-06'],
    ['6 Februari 2027', '2027-02-06'],
    ['1 maj 2027', '2027-05-01'],
  ])('reads %p as %p', (typed, day) => expect(readDay(typed)).toBe(day));

  test.each([
    '',
    '2027',
    '2027-02',
    '2027-02-30',
    '30/2 2027',
    '2/13 2027',
    '6 foo 2027',
    '6 februariet 2027',
    '6/2',
    '1899-12-31',
    'i morgon',
  ])('returns undefined for %p', (text) => expect(readDay(text)).toBeUndefined());

  test('returns an existing day or undefined for any text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d /.-]{0,12}$/), (text) => {
        const day = readDay(text);
        expect(day === undefined || isDay(day)).toBe(true);
      }),
    );
  });
});

test('nextYearsDay moves a day to the first year in which it is not past', () => {
  expect(nextYearsDay('2026-03-01', '2026-11-24')).toBe('2027-03-01');
  expect(nextYearsDay('2024-12-24', '2026-11-24')).toBe('2026-12-24');
  expect(nextYearsDay('2025-11-24', '2026-11-24')).toBe('2026-11-24');
  expect(nextYearsDay('2024-02-29', '2026-11-24')).toBe('2028-02-29');
});

describe('readTime', () => {
  test.each([
    ['9', '09:00'],
    ['9.30', '09:30'],
    ['09:30', '09:30'],
    ['0930', '09:30'],
    ['kl. 23.59', '23:59'],
  ])('reads %p as %p', (typed, time) => expect(readTime(typed)).toBe(time));
  test.each(['', '24', '12:60', '9:3', 'nio'])('returns undefined for %p', (text) =>
    expect(readTime(text)).toBeUndefined(),
  );
});

describe('readDayAndTime', () => {
  test.each([
    ['2027-03-03 14:05', '2027-03-03T14:05'],
    ['2027-03-03T14:05:30', '2027-03-03T14:05:30'],
    ['2027-03-03', '2027-03-03T23:59'],
    ['3/3 2027', '2027-03-03T23:59'],
    ['3/3 2027 9.30', '2027-03-03T09:30'],
    ['3 mars 2027 kl. 9', '2027-03-03T09:00'],
  ])('reads %p as %p', (typed, time) => expect(readDayAndTime(typed, '23:59')).toBe(time));
  test.each(['', '14:05', '2027-03-03 25:00', '2027-02-30 12:00', '2027-03-03 2', '2027-03-03 2027'])(
    'returns undefined or a valid time for %p',
    (text) => {
      const time = readDayAndTime(text, '23:59');
      expect(time === undefined || /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d$/.test(time)).toBe(true);
    },
  );
});

describe('weekOf', () => {
  test.each([
    ['2026-11-24', 48],
    ['2026-12-31', 53],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
    ['2021-01-01', 53],
    ['2028-12-31', 52],
  ])('returns the ISO week of %p', (day, week) => expect(weekOf(day)).toBe(week));

  test('is the same from Monday to Sunday, and changes on the next Monday', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const monday = addDaysTo(day, -daysSinceMonday(day));
        expect(weekOf(day)).toBe(weekOf(monday));
        const next = weekOf(addDaysTo(monday, 7));
        expect(next === weekOf(monday) + 1 || (next === 1 && weekOf(monday) >= 52)).toBe(true);
      }),
    );
  });
});

describe('the grid of a month', () => {
  test('starts on a Monday and contains each day of the month once', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const days = weeksOfMonth(day).flat();
        expect(daysSinceMonday(days[0] ?? '')).toBe(0);
        expect(days).toHaveLength(42);
        const inMonth = days.filter((other) => other.slice(0, 7) === day.slice(0, 7));
        expect(new Set(inMonth).size).toBe(inMonth.length);
        expect(inMonth.at(-1)).toBe(addDaysTo(`${addMonthsTo(day, 1).slice(0, 7)}-01`, -1));
      }),
    );
  });
});

test('addMonthsTo keeps the day of the month, or takes the last day of a shorter month', () => {
  expect(addMonthsTo('2027-01-31', 1)).toBe('2027-02-28');
  expect(addMonthsTo('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonthsTo('2028-02-29', 12)).toBe('2029-02-28');
  expect(addMonthsTo('2027-01-15', -1)).toBe('2026-12-15');
  expect(addMonthsTo('2027-12-15', 1)).toBe('2028-01-15');
});
