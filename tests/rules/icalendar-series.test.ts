import { describe, expect, test } from 'bun:test';
import { bytesOf } from '#tests/support/bytes.ts';
import {
  calendar,
  daysIn,
  daysOf,
  event,
  ignoredOf,
  one,
  read,
  START,
} from '#tests/support/calendar-samples.ts';

describe('a series', () => {
  const timed = 'DTSTART;TZID=Europe/Stockholm:20270503T180000';
  const days = (...dates: string[]) => dates.map((date) => `Ett 2027-${date}`);
  const change = (...lines: string[]) => event('UID:one', 'SUMMARY:Ett', ...lines);

  test.each<[lines: string[], days: string[]]>([
    [['RRULE:FREQ=WEEKLY;COUNT=2'], days('05-03', '05-10')],
    [['RRULE:freq=weekly;byday=mo,we;until=20270512'], days('05-03', '05-05', '05-10', '05-12')],
    [['RRULE:FREQ=WEEKLY;UNTIL=20270510T160000Z'], days('05-03', '05-10')],
    [['RRULE:FREQ=WEEKLY;UNTIL=20270510T155959Z'], days('05-03')],
    [['RRULE:FREQ=MONTHLY;BYDAY=1MO;COUNT=3'], days('05-03', '06-07', '07-05')],
    [['RRULE:FREQ=WEEKLY;COUNT=3;'], days('05-03', '05-10', '05-17')],
    [['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;TZID=Europe/Stockholm:20270510T180000'], days('05-03', '05-17')],
    [['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270510T160000Z,20270517T160000Z'], days('05-03')],
    [['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE:20270510T170000Z'], days('05-03', '05-10', '05-17')],
    [['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;VALUE=DATE:20270510'], days('05-03', '05-17')],
    [['RRULE:FREQ=WEEKLY;COUNT=3', 'EXDATE;TZID=Europe/Stockholm:20270510T000000'], days('05-03', '05-17')],
    [
      ['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE;VALUE=PERIOD:20270601T160000Z/PT2H'],
      days('05-03', '05-10', '06-01'),
    ],
    [['RDATE;VALUE=DATE:20270508', 'RDATE:20270509T100000'], days('05-03', '05-08', '05-09')],
    [['RRULE:FREQ=WEEKLY;COUNT=4', 'EXRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2'], days('05-10', '05-24')],
  ])('with %j has its days', (lines, expected) => {
    expect(daysOf(...one(timed, ...lines))).toEqual(expected);
  });

  test.each<[start: string, rule: string, days: string[]]>([
    ['20240229', 'FREQ=YEARLY', ['Ett 2028-02-29']],
    [
      '20240229',
      'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
      ['Ett 2025-02-28', 'Ett 2026-02-28', 'Ett 2027-02-28', 'Ett 2028-02-29'],
    ],
    ['20260131', 'FREQ=MONTHLY;COUNT=3', ['Ett 2026-01-31', 'Ett 2026-03-31', 'Ett 2026-05-31']],
    ['20201228', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', ['Ett 2026-12-28']],
    ['20260516', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=SA', ['Ett 2026-05-16', 'Ett 2027-05-22', 'Ett 2028-05-20']],
    ['20260627', 'FREQ=YEARLY;BYMONTH=6;BYDAY=-1SA', ['Ett 2026-06-27', 'Ett 2027-06-26', 'Ett 2028-06-24']],
  ])('that begins on %s with %s never rolls over', (start, rule, expected) => {
    expect(daysOf(...one(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`))).toEqual(expected);
  });

  test('is read from the last year to the year after the next, and says so', () => {
    const lines = one('DTSTART;VALUE=DATE:19990606', 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20270606');
    expect(daysOf(...lines)).toEqual(['Ett 2025-06-06', 'Ett 2026-06-06', 'Ett 2028-06-06']);
    expect(ignoredOf(...lines)).toEqual([
      { line: 3, name: 'Ett', reason: 'dagar före 2025 och efter 2028 läses inte' },
    ]);
  });

  test('has at most 100 days, and says so', () => {
    const lines = one('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY');
    expect(daysOf(...lines)).toHaveLength(100);
    expect(ignoredOf(...lines)).toMatchObject([{ reason: expect.stringContaining('100') }]);
  });

  test('without a day left is ignored with a reason', () => {
    const lines = one(START, 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE;VALUE=DATE:20270522');
    expect(daysOf(...lines)).toEqual([]);
    expect(ignoredOf(...lines)).toMatchObject([{ line: 3, reason: 'ingen dag är kvar av upprepningen' }]);
  });

  test('that never matches ends', () => {
    const rule = 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30';
    expect(daysOf(...one(START, rule))).toEqual(['Ett 2027-05-22']);
  });

  test('has exceptions by instant, day and time of another zone', () => {
    for (const id of [
      'RECURRENCE-ID;TZID=Europe/Stockholm:20270510T180000',
      'RECURRENCE-ID:20270510T160000Z',
      'RECURRENCE-ID;VALUE=DATE:20270510',
      'RECURRENCE-ID;TZID=Europe/Helsinki:20270510T190000',
    ])
      expect(
        daysOf(...one(timed, 'RRULE:FREQ=WEEKLY;COUNT=3'), ...change(id, 'DTSTART;VALUE=DATE:20270512')),
      ).toEqual(days('05-03', '05-12', '05-17'));
  });

  test('loses the day of an exception that cannot be read', () => {
    const result = read(
      bytesOf(
        calendar(
          ...one(timed, 'RRULE:FREQ=WEEKLY;COUNT=3'),
          ...change('RECURRENCE-ID:20270510T160000Z', 'DTSTART:snart'),
        ),
      ),
    );
    expect(daysIn(result)).toEqual(days('05-03', '05-17'));
    expect(result.errors).toHaveLength(1);
  });

  test('changes from a day on with RANGE=THISANDFUTURE', () => {
    expect(
      daysOf(
        ...one(timed, 'RRULE:FREQ=WEEKLY;COUNT=4'),
        ...event(
          'UID:one',
          'SUMMARY:Ny',
          'RECURRENCE-ID;RANGE=THISANDFUTURE:20270517T160000Z',
          'DTSTART;TZID=Europe/Stockholm:20270518T180000',
        ),
      ),
    ).toEqual(['Ett 2027-05-03', 'Ett 2027-05-10', 'Ny 2027-05-18', 'Ny 2027-05-25']);
  });

  test('ends where a new part of it begins', () => {
    expect(
      daysOf(
        ...one(timed, 'RRULE:FREQ=WEEKLY'),
        ...event(
          ...['UID:one', 'SUMMARY:Ny', 'RECURRENCE-ID:20270510T160000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'],
          'DTSTART;TZID=Europe/Stockholm:20270511T180000',
        ),
      ),
    ).toEqual(['Ett 2027-05-03', 'Ny 2027-05-11', 'Ny 2027-05-18']);
  });
});

describe('events with one UID', () => {
  const update = event('UID:one', 'SEQUENCE:2', 'SUMMARY:Ett', 'DTSTART;VALUE=DATE:20270523');

  test.each([
    ['after it', [...one(START), ...update]],
    ['before it', [...update, ...one(START)]],
  ])('are one, if one updates the other %s', (_, lines) => {
    expect(daysOf(...lines)).toEqual(['Ett 2027-05-23']);
    expect(ignoredOf(...lines)).toMatchObject([{ name: 'Ett', reason: expect.stringContaining('UID') }]);
  });

  test('are two with different names and days', () => {
    const other = event('UID:one', 'SEQUENCE:2', 'SUMMARY:Två', 'DTSTART;VALUE=DATE:20270605');
    expect(daysOf(...one(START), ...other)).toEqual(['Ett 2027-05-22', 'Två 2027-06-05']);
  });
});

test('20,000 series that test every day end', () => {
  const series = Array.from({ length: 20_000 }, (_, index) =>
    event(
      `UID:${index}`,
      'DTSTART;VALUE=DATE:19500101',
      'RRULE:FREQ=DAILY;COUNT=99999;BYMONTH=2;BYMONTHDAY=30',
    ).join('\r\n'),
  );
  const { events, ignored, errors } = read(bytesOf(calendar(...series)));
  expect(events).toEqual([]);
  expect(new Set([...ignored, ...errors].map(({ line }) => line)).size).toBe(20_000);
}, 60_000);
