import { expect, test } from 'bun:test';
import { changesOfCopy, nextEditionOf } from '#src/features/events/admin/rules.ts';
import { addDaysTo, weekdayOf, weekOf } from '#src/shared/dates.ts';

test.each([
  ['2027-03-07', '2027-01-15', '2028-03-05'],
  // The leap day.
  ['2024-02-29', '2024-03-01', '2025-02-27'],
  // Week 53 becomes week 52 in a year without one.
  ['2026-12-31', '2027-01-15', '2027-12-30'],
  ['2020-12-28', '2024-06-01', '2024-12-23'],
  // Week 52 stays week 52 in a year with week 53.
  ['2025-12-28', '2025-12-29', '2026-12-27'],
  // The date of this year has passed.
  ['2020-05-02', '2027-05-10', '2028-05-06'],
  // The week is partly in another calendar year.
  ['2027-01-01', '2026-11-24', '2028-01-07'],
  ['2025-12-29', '2026-01-15', '2026-12-28'],
  ['2024-12-30', '2025-01-15', '2025-12-29'],
  ['2021-12-31', '2024-11-24', '2024-12-27'],
])('the next edition of a race on %s, as of %s, is on %s', (day, today, edition) => {
  expect(nextEditionOf(day, today)).toBe(edition);
});

test('the next edition is in the next calendar year, on the same weekday and, but for the New Year, in the same week', () => {
  for (let day = '2019-12-01'; day < '2035-02-01'; day = addDaysTo(day, 1)) {
    const edition = nextEditionOf(day, day);
    expect([day, edition.slice(0, 4)]).toEqual([day, String(Number(day.slice(0, 4)) + 1)]);
    expect([day, weekdayOf(edition)]).toEqual([day, weekdayOf(day)]);
    const isNewYear = /-12-(2[2-9]|3.)|-01-0/.test(`${day} ${edition}`);
    if (!isNewYear) expect([day, edition, weekOf(edition)]).toEqual([day, edition, weekOf(day)]);
  }
});

const RACE = {
  event_name: 'Vasaloppet 2027',
  event_date: '2027-03-06',
  event_end_date: '2027-03-07',
  transfer_periods: [],
};

test('a copy keeps its length in days, and its name gets the new year', () => {
  expect(changesOfCopy(RACE, '2028-02-29')).toMatchObject({
    event_name: 'Vasaloppet 2028',
    event_date: '2028-02-29',
    event_end_date: '2028-03-01',
  });
  const oneDay = { ...RACE, event_name: 'Lopp 20271', event_end_date: null };
  expect(changesOfCopy(oneDay, '2028-03-04')).toMatchObject({
    event_name: 'Lopp 20271',
    event_end_date: null,
  });
});

test('the transfer periods of a copy move by as many days as the event, also over a leap day', () => {
  const terms = { distances: ['90 km'], fee: 220, payer: 'buyer', where: 'online' } as const;
  const periods = [
    { ...terms, distances: [...terms.distances], from: null, to: '2027-02-26' },
    { ...terms, distances: [], from: '2027-02-27', to: null },
  ];
  expect(changesOfCopy({ ...RACE, transfer_periods: periods }, '2028-03-04').transfer_periods).toEqual([
    { ...terms, distances: ['90 km'], from: null, to: '2028-02-25' },
    { ...terms, distances: [], from: '2028-02-26', to: null },
  ]);
});
