import { describe, expect, test } from 'bun:test';
import { format, getISOWeek } from 'date-fns';
import { sv } from 'date-fns/locale/sv';
import fc from 'fast-check';
import { isUpcoming, showsStamp } from '#src/features/events/rules.ts';
import {
  addDaysTo,
  atHour,
  dateBadgeParts,
  dayInStockholm,
  formatDay,
  formatDayOfYear,
  formatDays,
  formatLongDay,
  formatMonth,
  formatShortDay,
  hourInStockholm,
  isDay,
  weekOf,
} from '#src/shared/dates.ts';
import { holidayName, isRedDay } from '#src/shared/holidays.ts';
import { formatLongMoment, formatMoment, formatTime, parseInstant } from '#src/shared/instants.ts';

describe('dayInStockholm', () => {
  test.each([
    ['summer, a second before midnight', '2027-06-30T21:59:59Z', '2027-06-30'],
    ['summer, midnight', '2027-06-30T22:00:00Z', '2027-07-01'],
    ['winter, a second before midnight', '2026-12-31T22:59:59Z', '2026-12-31'],
    ['winter, midnight', '2026-12-31T23:00:00Z', '2027-01-01'],
    ['the start of the day when clocks go forward', '2027-03-27T23:00:00Z', '2027-03-28'],
    ['the last second of the day when clocks go forward', '2027-03-28T21:59:59Z', '2027-03-28'],
    ['the start of the day after', '2027-03-28T22:00:00Z', '2027-03-29'],
    ['the start of the day when clocks go back', '2027-10-30T22:00:00Z', '2027-10-31'],
    ['the last second of the day when clocks go back', '2027-10-31T22:59:59Z', '2027-10-31'],
    ['the start of the day after', '2027-10-31T23:00:00Z', '2027-11-01'],
  ])('is correct for %s', (_when, instant, day) => expect(dayInStockholm(new Date(instant))).toBe(day));

  test('matches the zone database at every instant', () => {
    const zone = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm', dateStyle: 'short' });
    const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
    fc.assert(fc.property(dates, (date) => expect(dayInStockholm(date)).toBe(zone.format(date))));
    // Every night, around midnight in summer time and in winter time.
    const wrong: Date[] = [];
    for (let day = Date.UTC(1996, 10); day < Date.UTC(2038, 0); day += 86_400_000)
      for (const seconds of [21 * 3600 + 3599, 22 * 3600, 22 * 3600 + 3599, 23 * 3600]) {
        const instant = new Date(day + seconds * 1000);
        if (dayInStockholm(instant) !== zone.format(instant)) wrong.push(instant);
      }
    expect(wrong).toEqual([]);
  });
});

test.each([
  ['2027-01-15', 7, '2027-01-15T06:00:00.000Z'],
  ['2027-06-15', 7, '2027-06-15T05:00:00.000Z'],
  ['2027-03-28', 7, '2027-03-28T05:00:00.000Z'],
  ['2027-03-28', 4, '2027-03-28T02:00:00.000Z'],
  ['2027-10-31', 7, '2027-10-31T06:00:00.000Z'],
  ['2027-10-31', 21, '2027-10-31T20:00:00.000Z'],
])('on %s it is %d in Stockholm at %s', (day, hour, instant) => {
  expect(atHour(day, hour).toISOString()).toBe(instant);
  expect(hourInStockholm(new Date(instant))).toBe(hour);
});

describe('isUpcoming', () => {
  const single = { event_date: '2027-03-28', event_end_date: null };
  const range = { event_date: '2027-10-30', event_end_date: '2027-10-31' };
  test.each([
    [single, '2027-03-28T21:59:59Z', true],
    [single, '2027-03-28T22:00:00Z', false],
    [range, '2027-10-31T22:59:59Z', true],
    [range, '2027-10-31T23:00:00Z', false],
  ])('for %p at %s is %p', (event, instant, upcoming) => {
    expect(isUpcoming(event, dayInStockholm(new Date(instant)))).toBe(upcoming);
  });
});

describe('parseInstant', () => {
  test.each([
    ['2027-01-15T12:00', '2027-01-15T11:00:00.000Z'],
    ['2027-07-15 12:00', '2027-07-15T10:00:00.000Z'],
    ['2027-03-28T01:59', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T03:00', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31T01:59', '2027-10-30T23:59:00.000Z'],
    ['2027-10-31T03:00', '2027-10-31T02:00:00.000Z'],
    ['2027-07-15T12:00:00Z', '2027-07-15T12:00:00.000Z'],
    ['2027-07-15T12:00:00+02:00', '2027-07-15T10:00:00.000Z'],
    // The output for the first moment of 1900 can be read back.
    ['1900-01-01T00:00+14:00', '1899-12-31T10:00:00.000Z'],
    ['1899-12-31T10:00:00.000Z', '1899-12-31T10:00:00.000Z'],
  ])('reads %s as %s, taking a text without a zone as Stockholm time', (text, instant) =>
    expect(parseInstant(text)?.toISOString()).toBe(instant),
  );

  test.each([
    '',
    '2027-02-29T12:00',
    '2027-07-15',
    '2027-07-15T24:00',
    'i morgon',
    '2027-07-15T12:00:00+99:99',
    '1899-12-31T12:00',
    '1899-12-30T12:00:00Z',
  ])('returns undefined for %p', (text) => expect(parseInstant(text)).toBeUndefined());
});

describe('showsStamp', () => {
  const stamp = {
    banner_text: 'FULLBOKAT',
    banner_start_date: '2027-01-01T10:00:00.000Z',
    banner_end_date: '2027-01-02T10:00:00.000Z',
  };
  test.each([
    ['2027-01-01T09:59:59.999Z', false],
    ['2027-01-01T10:00:00.000Z', true],
    ['2027-01-02T10:00:00.000Z', true],
    ['2027-01-02T10:00:00.001Z', false],
  ])('at %s is %p', (now, shown) => expect(showsStamp(stamp, new Date(now))).toBe(shown));
  test('is false when a field is missing', () => {
    const now = new Date('2027-01-01T12:00:00Z');
    for (const key of Object.keys(stamp)) expect(showsStamp({ ...stamp, [key]: null }, now)).toBe(false);
  });
});

describe('Swedish date formats', () => {
  test('write a day and a range of days', () => {
    expect(formatDay('2027-05-22')).toBe('22 maj 2027');
    expect(formatDays('2027-06-18', '2027-06-19')).toBe('18–19 juni 2027');
    expect(formatDays('2027-06-30', '2027-07-02')).toBe('30 juni – 2 juli 2027');
    expect(formatDays('2027-12-31', '2028-01-01')).toBe('31 dec. 2027 – 1 jan. 2028');
    expect(formatDays('2027-05-22', '2027-05-22')).toBe('22 maj 2027');
  });
  test('write a moment in Stockholm time on both sides of the clock changes', () => {
    expect(formatMoment('2027-03-28T00:59:00Z')).toBe('28 mars, 01:59');
    expect(formatMoment('2027-03-28T01:00:00Z')).toBe('28 mars, 03:00');
    expect(formatLongMoment('2027-10-31T01:30:00Z')).toBe('31 oktober 2027 02:30');
    expect(formatTime('2027-07-01T22:05:00Z')).toBe('00:05');
    expect(formatMoment('2027-07-01T22:05:00Z')).toBe('2 juli, 00:05');
  });
  test('leave out the current year', () => {
    expect(formatDayOfYear('2027-11-20', '2027-12-01')).toBe('20 november');
    expect(formatDayOfYear('2026-11-20', '2027-01-02')).toBe('20 november 2026');
  });
  test('write the date badge with weekday, day and month, without full stops', () => {
    expect(dateBadgeParts('2027-08-14')).toEqual({ weekday: 'lör', day: '14', month: 'aug' });
  });
});

test('isDay accepts only days that exist', () => {
  for (const day of ['2028-02-29', '2027-12-31']) expect(isDay(day)).toBe(true);
  for (const text of ['2027-02-29', '2027-13-01', '2027-1-1', '20270101', '0000-01-01', '2027-01-01T00:00']) {
    expect(isDay(text)).toBe(false);
  }
});

test('addDaysTo counts calendar days, also across clock changes', () => {
  expect(addDaysTo('2027-03-27', 2)).toBe('2027-03-29');
  expect(addDaysTo('2027-10-30', 364)).toBe('2028-10-28');
});

test('every day of a leap year is written as date-fns writes it in Swedish', () => {
  for (let day = '2028-01-01'; day < '2029-01-01'; day = addDaysTo(day, 1)) {
    const withDateFns = (pattern: string) => format(new Date(`${day}T00:00:00`), pattern, { locale: sv });
    expect([formatShortDay(day), formatDay(day), formatLongDay(day)]).toEqual([
      withDateFns('d MMM'),
      withDateFns('d MMM yyyy'),
      withDateFns('d MMMM yyyy'),
    ]);
    expect(formatMonth(day).toLowerCase()).toBe(withDateFns('MMMM'));
    expect(dateBadgeParts(day)).toEqual({
      weekday: withDateFns('EEE').replace('.', ''),
      day: withDateFns('d'),
      month: withDateFns('MMM').replace('.', ''),
    });
  }
});

describe('holidays', () => {
  test.each([
    ['2026-04-05', 'Påskdagen'],
    ['2027-03-26', 'Långfredagen'],
    ['2027-03-28', 'Påskdagen'],
    ['2027-05-06', 'Kristi himmelsfärdsdag'],
    ['2027-05-16', 'Pingstdagen'],
    ['2027-06-06', 'Sveriges nationaldag'],
    ['2027-06-25', 'Midsommarafton'],
    ['2027-06-26', 'Midsommardagen'],
    ['2026-10-31', 'Alla helgons dag'],
    ['2027-11-06', 'Alla helgons dag'],
    ['2026-12-24', 'Julafton'],
    ['2038-04-25', 'Påskdagen'],
  ])('%s is %s', (day, name) => {
    expect(holidayName(day)).toBe(name);
    expect(isRedDay(day)).toBe(true);
  });
  test('are not the only red days: Sundays are red too, but Saturdays are not', () => {
    expect(isRedDay('2027-05-23')).toBe(true);
    expect(holidayName('2027-05-23')).toBeUndefined();
    expect(isRedDay('2027-05-22')).toBe(false);
  });
});

test('weekOf returns the ISO week, as date-fns does', () => {
  for (let day = '2019-12-25'; day < '2030-01-10'; day = addDaysTo(day, 1))
    expect([day, weekOf(day)]).toEqual([day, getISOWeek(new Date(`${day}T12:00:00`))]);
});
