import { describe, expect, test } from 'bun:test';
import { withStateWords } from '#src/features/imports/rows/title-words.ts';
import { workbookTable } from '#src/platform/spreadsheet/workbook.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { bytesOf } from '#tests/support/bytes.ts';
import {
  csvOf,
  DEMO_CSV,
  gridOf,
  manyEvents,
  utf8,
  utf8WithBom,
  windows1252,
  withRealDates,
  workbook,
  workbookOf,
} from '#tests/support/event-files.ts';
import { HEADER, ROW, read, readGrid } from '#tests/support/sheet-samples.ts';

async function codeOf(promise: Promise<unknown>): Promise<ErrorCode | undefined> {
  return promise.then(
    () => undefined,
    (error) => error.code,
  );
}

describe('a file with the demonstration events', async () => {
  const grid = await gridOf(DEMO_CSV);
  const expected = await read(await Bun.file(DEMO_CSV).bytes());

  test('as the stored CSV gives 56 rows, numbered from 2', () => {
    expect(expected).toHaveLength(56);
    expect(expected[0]).toMatchObject({ number: 2, cells: { event_date: '2026-06-12', ort: 'Motala' } });
    expect(expected[55]).toMatchObject({ number: 57, cells: { event_name: 'Startmilen' } });
  });

  const kinds: [string, string, Uint8Array][] = [
    ['UTF-8 CSV with semicolons, BOM and CRLF', 'a.csv', utf8WithBom(grid)],
    ['Windows-1252 CSV with semicolons, as Swedish Excel writes it', 'a.CSV', windows1252(grid)],
    ['UTF-16 CSV', 'a.csv', Buffer.from(`\ufeff${csvOf(grid, ';')}`, 'utf16le')],
    ['CSV with tabs', 'a.csv', bytesOf(csvOf(grid, '\t'))],
    [
      'CSV with a first line that names the separator',
      'a.csv',
      bytesOf(`sep=;\r\n${csvOf(grid, ';', '\r\n')}`),
    ],
    ['CSV with lone CR', 'a.csv', bytesOf(csvOf(grid, ';', '\r'))],
    ['xlsx with dates as text', 'a.xlsx', workbook(grid, 'xlsx')],
    ['xlsx with real dates', 'a.XLSX', workbook(withRealDates(grid), 'xlsx')],
    [
      'xlsx with real dates in the 1904 date system',
      'a.xlsx',
      workbook(withRealDates(grid), 'xlsx', { date1904: true }),
    ],
    ['xls (BIFF8) with real dates', 'a.xls', workbook(withRealDates(grid), 'biff8')],
    [
      'xls with real dates in the 1904 date system',
      'a.xls',
      workbook(withRealDates(grid), 'biff8', { date1904: true }),
    ],
  ];
  for (const [kind, name, file] of kinds) {
    test(`as ${kind} gives the same rows`, async () => expect(await read(file, name)).toEqual(expected));
  }

  test('as a workbook with real dates gives the same days in every time zone', () => {
    const before = process.env.TZ;
    try {
      for (const zone of ['Europe/Stockholm', 'America/Los_Angeles', 'Pacific/Kiritimati']) {
        process.env.TZ = zone;
        for (const type of ['xlsx', 'biff8'] as const) {
          // Read in this process: a child process would have its own time zone.
          const { rows } = workbookTable(workbook(withRealDates(grid), type), grid[0] ?? []);
          expect(rows.slice(1).map((row) => row.cells[0])).toEqual(grid.slice(1).map((row) => row[0]));
        }
      }
    } finally {
      process.env.TZ = before ?? 'UTC';
    }
  });
});

describe('columns', () => {
  test('are matched trimmed, in any case and order, and unknown ones are ignored', async () => {
    const [row] = await readGrid([
      [' Sport_Type ', 'EVENT_NAME', 'hemligt', 'Distances', 'event_date'],
      ['Löpning', 'A', 'x', '5 km', '2027-01-01'],
    ]);
    expect(row).toEqual({
      number: 2,
      cells: { sport_type: 'Löpning', event_name: 'A', distances: '5 km', event_date: '2027-01-01' },
    });
  });

  test('named __proto__ and constructor are ignored like other unknown ones', async () => {
    const [row] = await readGrid([
      [...HEADER, '__proto__', 'constructor'],
      [...ROW, 'ond', 'ond'],
    ]);
    expect(Object.keys(row?.cells ?? {})).toEqual(HEADER);
    expect(({} as Record<string, unknown>).ond).toBeUndefined();
  });

  test('unknown to the import do not make a row count as filled in', async () => {
    expect(await readGrid([[...HEADER, 'anm'], ['', '', '', '', 'kom ihåg'], ROW])).toHaveLength(1);
  });

  for (const missing of HEADER) {
    test(`without ${missing} are rejected`, async () => {
      expect(await codeOf(readGrid([HEADER.filter((name) => name !== missing), ROW]))).toBe('import.columns');
    });
  }
});

describe('a cell', () => {
  test('with a text of a date and a time becomes its day if the time is midnight, and otherwise stays unchanged', async () => {
    const dates = [
      '2027-05-22 00:00',
      '2027-05-22T00:00:00Z',
      '2027-05-22T00:00:00.000+02:00',
      '2027-05-22 09:30',
    ];
    const rows = await readGrid([HEADER, ...dates.map((date) => ROW.with(0, date))]);
    expect(rows.map((row) => row.cells.event_date)).toEqual([
      '2027-05-22',
      '2027-05-22',
      '2027-05-22',
      '2027-05-22 09:30',
    ]);
  });

  test('with a real date becomes its day, whatever its time', async () => {
    const rows = await read(
      workbook([HEADER, [new Date('2027-05-22T23:30:00Z'), ...ROW.slice(1)]], 'xlsx'),
      'a.xlsx',
    );
    expect(rows[0]?.cells.event_date).toBe('2027-05-22');
  });

  test('with a number becomes text with a decimal comma', async () => {
    const rows = await read(workbook([HEADER, [ROW[0] ?? '', 2027, 42.2, 'Löpning']], 'xlsx'), 'a.xlsx');
    expect(rows[0]?.cells).toMatchObject({ event_name: '2027', distances: '42,2' });
  });

  test('with a formula has its stored value, and a cell with an error is empty', async () => {
    const file = workbookOf(
      {
        ...Object.fromEntries(HEADER.map((name, index) => [`${'ABCD'[index]}1`, { t: 's', v: name }])),
        A2: { t: 's', v: '2027-05-22' },
        B2: { t: 's', v: 'Sparat', f: 'HYPERLINK("http://ond.example","Sparat")' },
        C2: { t: 'n', v: 10, f: '5+5' },
        D2: { t: 'e', v: 0x2a },
      },
      'A1:D2',
    );
    expect((await read(file, 'a.xlsx'))[0]?.cells).toMatchObject({
      event_name: 'Sparat',
      distances: '10',
      sport_type: '',
    });
  });
});

test('the rows of a workbook keep their numbers, also after blank rows', async () => {
  const rows = await read(workbook([HEADER, [], ROW, [], [null, null, ' '], ROW], 'xlsx'), 'a.xlsx');
  expect(rows.map((row) => row.number)).toEqual([3, 6]);
});

test('a name says that the race is off or sold out, in a CSV as in Excel', async () => {
  const rows = ['INSTÄLLT: Milen', 'Milen (fullbokat)', 'Milen'].map((name) => ROW.with(1, name));
  for (const [file, name] of [
    [utf8([HEADER, ...rows]), 'a.csv'],
    [workbook([HEADER, ...rows], 'xlsx'), 'a.xlsx'],
  ] as const) {
    const cells = (await read(file, name)).map((row) => withStateWords(row.cells));
    expect(cells.map(({ event_name, status, sold_out }) => [event_name, status, sold_out])).toEqual([
      ['Milen', 'cancelled', undefined],
      ['Milen', undefined, 'true'],
      ['Milen', undefined, undefined],
    ]);
  }
});

describe('an unusable file', () => {
  test.each([
    ['a.csv', workbook([HEADER, ROW], 'xlsx'), 'Filen heter .csv men är en arbetsbok.'],
    ['a.csv', new Uint8Array(100), 'CSV-filen går inte att läsa som text.'],
    ['a.csv', '%PDF-1.7\n', 'Filen heter .csv men är en PDF.'],
    ['a.csv', '<!doctype html><table>', 'Filen heter .csv men är en webbsida (HTML) eller XML.'],
    ['a.csv', 'BEGIN:VCALENDAR\nEND:VCALENDAR\n', 'Filen är en iCalendar-fil.'],
    ['a.xls', 'text', 'Filen heter .xls men är ingen Excel-fil.'],
    ['a.xlsx', workbook([HEADER, ROW], 'xlsx').subarray(0, 2000), 'Excel-filen går inte att läsa.'],
  ])('%s names its format and what to do', async (name, file, text) => {
    const message = await read(file, name).then(
      () => '',
      (error) => error.message,
    );
    expect(message).toStartWith(text);
    expect(message).toMatch(/ (?:Spara|Öppna|Lägg) /);
  });

  const cases: [string, string, Uint8Array | string, ErrorCode][] = [
    ['another extension', 'lopp.txt', 'x', 'import.file_type'],
    ['no extension', 'csv', 'x', 'import.file_type'],
    ['an extension in the middle', 'lopp.csv.exe', 'x', 'import.file_type'],
    ['an empty CSV', 'a.csv', '', 'import.empty'],
    ['an empty xlsx', 'a.xlsx', '', 'import.empty'],
    ['only white space', 'a.csv', '\n \n;;\n', 'import.empty'],
    ['a header alone', 'a.csv', `${HEADER}\n`, 'import.empty'],
    ['a header alone in an xlsx', 'a.xlsx', workbook([HEADER], 'xlsx'), 'import.empty'],
    ['text that claims to be xlsx', 'a.xlsx', `${HEADER}\n${ROW}`, 'import.unreadable'],
    ['HTML that claims to be xls', 'a.xls', '<table><tr><td>x</td></tr></table>', 'import.unreadable'],
    ['a file of zeros', 'a.csv', new Uint8Array(100), 'import.unreadable'],
    ['a workbook that claims to be CSV', 'a.csv', workbook([HEADER, ROW], 'xlsx'), 'import.unreadable'],
    ['xlsb', 'a.xlsx', workbook([HEADER, ROW], 'xlsb'), 'import.unreadable'],
    ['more than 10 MB', 'a.csv', new Uint8Array(10 * 1024 * 1024 + 1), 'import.too_large'],
  ];
  for (const [kind, name, file, code] of cases) {
    test(`is rejected with ${code}: ${kind}`, async () => expect(await codeOf(read(file, name))).toBe(code));
  }

  test('is rejected with import.too_many_rows: more than 20,000 rows', async () => {
    const grid = await manyEvents(20_001);
    expect(await readGrid(grid.slice(0, -1))).toHaveLength(20_000);
    expect(await codeOf(readGrid(grid))).toBe('import.too_many_rows');
    expect(await codeOf(read(workbook(grid, 'xlsx'), 'a.xlsx'))).toBe('import.too_many_rows');
  });

  test('is rejected with a known error unless it can be read: a workbook cut off anywhere', async () => {
    for (const type of ['xlsx', 'biff8'] as const) {
      const file = workbook([HEADER, ROW], type);
      for (let part = 1; part < 8; part++) {
        const code = await codeOf(read(file.subarray(0, (file.length * part) >> 3), 'a.xlsx'));
        expect([undefined, 'import.unreadable', 'import.empty', 'import.columns']).toContain(code);
      }
    }
  });
});
