import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
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

const CASES = join(import.meta.dir, '../cases');
describe('a calendar that people sent', () => {
  test.each<[file: string, days: string[]]>([
    ['01-orphan-recurrence-id', ['Annat lopp 2027-07-07', 'Milen 1 2027-05-22', 'Milen 2 2027-06-05']],
    [
      '01c-rid-on-series',
      [
        ...['Cup 1 2027-07-01/2027-07-03', 'Cup 1 2027-07-15/2027-07-17'],
        ...['Cup 2 2027-07-29/2027-08-03', 'Cup 2 2027-08-12/2027-08-17', 'Cup 2 2027-08-26/2027-08-31'],
      ],
    ],
    ['02-rdate-only', ['Vårserien 2027-05-01', 'Vårserien 2027-05-08', 'Vårserien 2027-05-15']],
    ['03-bad-line-kills-calendar', ['Lopp A 2027-05-22', 'Lopp B 2027-06-05']],
    ['03c-open-quote-in-parameter', ['Lopp A 2027-05-22', 'Lopp B 2027-06-05']],
    ['03d-lower-case-rrule', ['Lopp A 2027-05-22', 'Lopp A 2027-05-29', 'Lopp B 2027-06-05']],
    ['04-date-without-value', ['Loppet A 2027-04-22', 'Loppet B 2027-04-22/2027-04-23']],
    ['05-wrong-day-silently', ['Lopp 2027-05-22 2027-05-22', 'Lopp 2027-11-03 2027-11-03']],
    ['06-same-uid', ['Lopp A 2027-05-22', 'Lopp B 2027-06-05', 'Lopp C 2027-07-05']],
    ['07-exdate-utc-no-vtimezone', ['Cup 2027-05-03', 'Cup 2027-05-17', 'Cup 2027-05-24']],
    ['07c-rid-date-of-timed-series', ['RD 2027-05-03', 'RD 2027-05-17', 'RD flyttad 2027-05-11']],
    ['08-until-date-of-timed-series', ['Cup 2027-05-03', 'Cup 2027-05-10', 'Cup 2027-05-17']],
    ['09-leap-day', ['Skottloppet 2028-02-29']],
    ['10-fold-inside-utf8', ['Göteborgsvarvet för alla 2027-06-05', 'Åre Fjällmaraton 2027-05-22']],
  ])('is read: %s', async (file, days) => {
    expect(daysIn(read(await Bun.file(join(CASES, `${file}.ics`)).bytes()))).toEqual(days);
  });

  test('names each day that does not exist, with its line', async () => {
    const { errors } = read(await Bun.file(join(CASES, '05-wrong-day-silently.ics')).bytes());
    expect(errors.map(({ line, name }) => [line, name])).toEqual([
      [14, 'Lopp 2027522'],
      [19, 'Lopp 20270230'],
      [24, 'Lopp 20270229'],
      [29, 'Lopp 20271301'],
    ]);
    for (const text of ['"2027522"', '"20270230"', '"20270229"', '"20271301"'])
      expect(errors.map(({ reason }) => reason).join()).toContain(text);
  });
});

const GOOD = event('UID:good', 'DTSTART;VALUE=DATE:20270605', 'SUMMARY:Bra');
describe('a broken calendar', () => {
  const BOTH = ['Bra 2027-06-05', 'Ett 2027-05-22'];

  test.each<[what: string, text: string]>([
    [
      'a nested alarm with a start of its own',
      calendar(...one(START, 'BEGIN:VALARM', 'DTSTART:20200101', 'END:VALARM'), ...GOOD),
    ],
    ['an alarm that never ends', calendar(...one(START, 'BEGIN:VALARM', 'TRIGGER:-PT1H'), ...GOOD)],
    ['an event that never ends before another', calendar(...one(START).slice(0, -1), ...GOOD)],
    ['the end of a calendar inside an event', `${calendar(...one(START).slice(0, -1))}${calendar(...GOOD)}`],
    ['two calendars in one file', calendar(...one(START)) + calendar(...GOOD)],
    ['text after the end', `${calendar(...one(START), ...GOOD)}<!-- 12 ms -->\r\nNOTE:x`],
    ['text before the beginning', `Warning: x\r\n${calendar(...one(START), ...GOOD)}`],
    ['a second BOM', `\ufeff\ufeff${calendar(...one(START), `\ufeffX-A:1`, ...GOOD)}`],
    ['CR as line ends', calendar(...one(START), ...GOOD).replaceAll('\r\n', '\r')],
    ['LF as line ends', calendar(...one(START), ...GOOD).replaceAll('\r\n', '\n')],
    ['CR CR LF as line ends', calendar(...one(START), ...GOOD).replaceAll('\r\n', '\r\r\n')],
    ['blank lines', calendar(...one(START), ...GOOD).replaceAll('\r\n', '\r\n\r\n')],
    [
      'names in lower case',
      calendar(...one(START), ...GOOD).replace(/^[A-Z-]+/gm, (name) => name.toLowerCase()),
    ],
    ['a missing end of the calendar', calendar(...one(START), ...GOOD).replace('END:VCALENDAR\r\n', '')],
    [
      'a day without a colon before it',
      calendar(...one('DTSTART;TZID=Europe/Stockholm20270522T080000'), ...GOOD),
    ],
    ['an empty zone', calendar(...one('DTSTART;TZID=:20270522T080000'), ...GOOD)],
    [
      'a zone with a colon',
      calendar(...one('DTSTART;TZID=(UTC+01:00) Stockholm, Wien:20270522T080000'), ...GOOD),
    ],
    [
      'an open quote before the day',
      calendar(...one('DTSTART;TZID="Europe/Stockholm:20270522T080000'), ...GOOD),
    ],
  ])('loses nothing: %s', (_, text) => {
    const result = read(bytesOf(text));
    expect([daysIn(result), result.errors, result.ignored]).toEqual([BOTH, [], []]);
  });

  test.each(['utf16le', 'latin1'] as const)('is read in %s', (encoding) => {
    const text = calendar(...event('UID:1', START, 'SUMMARY:Åre Fjällmaraton'));
    const mark = encoding === 'utf16le' ? [0xff, 0xfe] : [];
    expect(daysIn(read(new Uint8Array([...mark, ...Buffer.from(text, encoding)])))).toEqual([
      'Åre Fjällmaraton 2027-05-22',
    ]);
  });

  test.each<[line: string, reason: RegExp]>([
    ['DTSTART:i maj', /"i maj" i DTSTART går inte att läsa/],
    ['DTSTART;VALUE=DATE:20270431', /"20270431" i DTSTART finns inte/],
    ['DTSTART:20270522T250000', /"20270522T250000"/],
    ['DTSTART;VALUE=DATE:120270522', /"120270522"/],
    ['DTSTART', /DTSTART\) saknas/],
    ['SEQUENCE:1', /DTSTART\) saknas/],
    [`${START}\r\nDTSTART;VALUE=DATE:20270523`, /flera startdatum/],
    [`${START}\r\nDTEND;VALUE=DATE:20270230`, /"20270230" i DTEND finns inte/],
    [`${START}\r\nDTEND;VALUE=DATE:20270520`, /slutdatumet "2027-05-20" är före startdatumet "2027-05-22"/],
    [`${START}\r\nDURATION:2 dagar`, /DURATION/],
    [`${START}\r\nRRULE:FREQ=OFTEN`, /"FREQ=OFTEN" i RRULE/],
    [`${START}\r\nRRULE:FREQ=SECONDLY`, /RRULE/],
    [`${START}\r\nRRULE:FREQ=WEEKLY;UNTIL=20270631`, /"20270631" i UNTIL finns inte/],
    [`${START}\r\nRRULE:FREQ=WEEKLY;INTERVAL=0`, /RRULE/],
    [`${START}\r\nRRULE:FREQ=DAILY;COUNT=3\r\nEXDATE;VALUE=DATE:20270532`, /"20270532" i EXDATE/],
  ])('costs only the event with %j, which is named with its line', (line, reason) => {
    const result = read(bytesOf(calendar(...one(line), ...GOOD)));
    expect(daysIn(result)).toEqual(['Bra 2027-06-05']);
    expect(result.errors).toEqual([{ line: 3, name: 'Ett', reason: expect.stringMatching(reason) }]);
  });

  test('reports an event that the end of the file cuts off', () => {
    const text = calendar(...GOOD, ...one(START));
    const result = read(bytesOf(text.slice(0, text.indexOf(START) + 20)));
    expect([daysIn(result), result.errors]).toEqual([
      ['Bra 2027-06-05'],
      [{ line: 8, name: 'Ett', reason: expect.stringContaining('END:VEVENT saknas') }],
    ]);
  });

  test.each(['BEGIN VEVENT', 'BEGIN:VEVNT', 'BGIN:VEVENT', ''])(
    'reports an event that begins with %j',
    (begin) => {
      const result = read(bytesOf(calendar(...GOOD, begin, ...one(START).slice(1), ...GOOD)));
      expect(daysIn(result).slice(0, 1)).toEqual(['Bra 2027-06-05']);
      expect(result.errors).toEqual([
        { line: expect.any(Number), name: 'Ett', reason: expect.stringContaining('BEGIN:VEVENT') },
      ]);
    },
  );

  test('names the tasks and notes that it ignores', () => {
    expect(ignoredOf('BEGIN:VTODO', 'SUMMARY:Boka', 'END:VTODO', ...GOOD)).toEqual([
      { line: 3, name: 'Boka', reason: expect.stringContaining('VTODO') },
    ]);
  });
});

describe('the days of an event', () => {
  test.each<[lines: string[], days: string]>([
    [['DTSTART:2027-05-22'], '2027-05-22'],
    [['DTSTART:2027-05-22T10:00:00'], '2027-05-22'],
    [['DTSTART;VALUE=DATE:20270522T000000'], '2027-05-22'],
    [['DTSTART;VALUE=DATE-TIME:20270522'], '2027-05-22'],
    [[START, 'DTEND;VALUE=DATE:20270522'], '2027-05-22'],
    [[START, 'DTEND;VALUE=DATE:20270523'], '2027-05-22'],
    [[START, 'DTEND;VALUE=DATE:20270525'], '2027-05-22/2027-05-24'],
    [[START, 'DURATION:P1D'], '2027-05-22'],
    [[START, 'DURATION:P2D'], '2027-05-22/2027-05-23'],
    [[START, 'DURATION:P1W'], '2027-05-22/2027-05-28'],
    [['DTSTART:20270522T220000', 'DURATION:PT4H'], '2027-05-22/2027-05-23'],
    [['DTSTART:20270522T200000', 'DTEND:20270523T000000'], '2027-05-22'],
    [['DTSTART:20270522T200000', 'DTEND:20270522T020000'], '2027-05-22'],
    [['DTSTART:20270522T080000', 'DTEND;VALUE=DATE:20270524'], '2027-05-22/2027-05-23'],
    [['DTSTART:20270522T220000Z', 'DTEND:20270523T020000Z'], '2027-05-23'],
    [['DTSTART:20270523T000000+0200'], '2027-05-23'],
    [['DTSTART;TZID=America/New_York:20270522T200000'], '2027-05-23'],
    [['DTSTART;TZID=Eastern Standard Time:20270522T200000'], '2027-05-23'],
    [['DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20270522T200000'], '2027-05-23'],
    [['DTSTART;TZID=Hemma:20270522T233000'], '2027-05-22'],
    [
      ['DTSTART;TZID=Europe/Helsinki:20270522T000000', 'DTEND;TZID=Europe/Helsinki:20270523T000000'],
      '2027-05-22',
    ],
    [['DTSTART:20270522T000000Z', 'DTEND:20270523T000000Z'], '2027-05-22'],
  ])('%j are in Swedish time', (lines, days) => {
    expect(daysOf(...one(...lines))).toEqual([`Ett ${days}`]);
  });

  test('use the zone that the file defines', () => {
    const zone = [
      ...[
        'BEGIN:VTIMEZONE',
        'TZID:Min zon',
        'BEGIN:STANDARD',
        'DTSTART:16010101T030000',
        'TZOFFSETFROM:-0400',
      ],
      ...['TZOFFSETTO:-0500', 'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11', 'END:STANDARD', 'BEGIN:DAYLIGHT'],
      ...['DTSTART:16010101T020000', 'TZOFFSETFROM:-0500', 'TZOFFSETTO:-0400'],
      ...['RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ];
    // 17:59 and 18:00 in New York are one minute before midnight and midnight in Stockholm, in summer and in winter.
    for (const day of ['20270522', '20271222']) {
      const next = String(Number(day) + 1).replace(/(....)(..)(..)/, '$1-$2-$3');
      expect(daysOf(...zone, ...one(`DTSTART;TZID=Min zon:${day}T175900`))).not.toEqual([`Ett ${next}`]);
      expect(daysOf(...one(`DTSTART;TZID=Min zon:${day}T180000`), ...zone)).toEqual([`Ett ${next}`]);
    }
  });

  test('of METHOD:CANCEL are those of cancelled events', () => {
    const result = read(bytesOf(calendar('METHOD:CANCEL', ...one(START)) + calendar(...GOOD)));
    expect(result.events.map(({ cells }) => cells.status)).toEqual(['CANCELLED', '']);
  });
});
