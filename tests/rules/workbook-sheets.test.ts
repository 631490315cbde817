import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import * as XLSX from 'xlsx';
import { readEventSheet } from '#src/features/imports/rows/spreadsheet.ts';
import { nearestDay } from '#src/features/imports/rules.ts';
import { workbookTable } from '#src/platform/spreadsheet/workbook.ts';

const CASES = join(import.meta.dir, '../cases');
const HEADER = ['event_date', 'event_name', 'distances', 'sport_type'];
const ROW = ['2027-05-22', 'Loppet', '10 km', 'Löpning'];

type Sheet = { name: string; rows: unknown[][]; hidden?: 0 | 1 | 2; formats?: Record<string, string> };

function fileOf(sheets: Sheet[], bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const { name, rows, formats = {} } of sheets) {
    const sheet = XLSX.utils.aoa_to_sheet(rows);
    for (const [cell, format] of Object.entries(formats)) sheet[cell].z = format;
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: sheets.map(({ name, hidden = 0 }) => ({ name, Hidden: hidden })) };
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType }));
}

const readFile = (bytes: Uint8Array) => readEventSheet(bytes, 'lopp.xlsx');
const namesIn = async (sheets: Sheet[]) =>
  (await readFile(fileOf(sheets))).rows.map(({ cells }) => cells.event_name);
const failureOf = (sheets: Sheet[]) =>
  readFile(fileOf(sheets)).then(
    () => '',
    (error) => error.message,
  );

describe('the sheet that is read', () => {
  const races = (name: string, hidden: 0 | 1 | 2 = 0) => ({
    name,
    hidden,
    rows: [HEADER, ROW.with(1, name)],
  });

  test('is the first visible one with the columns', async () => {
    expect(await namesIn([races('A'), races('B')])).toEqual(['A']);
    expect(await namesIn([races('A', 1), races('B', 2), races('C')])).toEqual(['C']);
    expect(await namesIn([{ name: 'Info', rows: [['Läs detta']] }, races('B')])).toEqual(['B']);
    expect(await namesIn([{ name: 'Tomt', rows: [] }, races('B')])).toEqual(['B']);
    expect(await namesIn([{ name: 'Mall', rows: [HEADER] }, races('B')])).toEqual(['B']);
    const summary = { name: 'Kort', rows: [HEADER.slice(0, 2), ROW.slice(0, 2)] };
    expect(await namesIn([summary, races('B')])).toEqual(['B']);
    const { rows, ignoredSheets } = await readFile(
      await Bun.file(join(CASES, '23-hidden-first-sheet.xlsx')).bytes(),
    );
    expect([rows.length, ignoredSheets]).toEqual([1, ['Listor']]);
  });

  const notes = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `Blad ${index}`, rows: [['anteckning']] }));

  test('is found after many others', async () => {
    expect(await namesIn([...notes(30), races('A')])).toEqual(['A']);
  });

  test('is searched for a limited time, and those that are left are named', () => {
    let time = 0;
    const file = fileOf([...notes(30), races('A')]);
    const table = workbookTable(file, HEADER, HEADER, () => {
      time += 1000;
      return time;
    });
    expect(table.sheet).toBe('Blad 0');
    expect(table.unsearchedSheets?.length).toBeGreaterThan(20);
    expect(table.unsearchedSheets?.at(-1)).toBe('A');
  });

  test('and the others are named when none has the columns', async () => {
    const message = await failureOf([
      races('Listor', 1),
      { name: 'Lopp', rows: [HEADER.slice(1), ROW.slice(1)] },
    ]);
    expect(message).toBe(
      'Bladet "Lopp" saknar den obligatoriska kolumnen event_date. Dolda blad läses inte: "Listor".',
    );
    expect(
      await failureOf([
        { name: 'Info', rows: [['a']] },
        { name: 'Lopp', rows: [['Datum', 'Namn']] },
      ]),
    ).toEndWith('Inget annat synligt blad har alla: "Lopp".');
    expect(await failureOf([races('A', 1), races('B', 2)])).toBe(
      'Excel-filen har inget synligt blad med innehåll. Dolda blad läses inte: "A", "B".',
    );
  });

  test('may have titles above its header', async () => {
    const rows = [['Lopp 2027'], [], ['Preliminärt', 'Klubben'], HEADER, ROW];
    const { rows: read } = await readFile(fileOf([{ name: 'A', rows }]));
    expect(read).toMatchObject([{ number: 5, cells: { event_name: 'Loppet' } }]);
  });
});

describe('the unit of a number', () => {
  test.each([
    ['0" m"', 100, '100 m'],
    ['0.0" mil"', 9, '9,0 mil'],
    ['0,0" mil"', 9, '9,0 mil'],
    ['# ##0 "m"', 10_000, '10 000 m'],
    ['#,##0" m"', 10_000, '10 000 m'],
    ['0\\ \\k\\m', 10, '10 km'],
    ['0.0#" km"', 21.1, '21,1 km'],
    ['0" km";-0" km";0" km"', 10, '10 km'],
    ['[$-41D]0" km"', 10, '10 km'],
    ['[Red]0" m"', 100, '100 m'],
    ['[>=1000]0.0," km";0" m"', 5000, '5,0 km'],
    ['[>=1000]0.0," km";0" m"', 500, '500 m'],
    ['General" km"', 21.1, '21,1 km'],
    ['0.##" m"', 100, '100 m'],
    ['"ca "0" m"', 100, '100 m'],
    ['#\u00a0##0"\u00a0m"', 10_000, '10 000 m'],
    ['# ?/?" km"', 0.5, '0,5 km'],
    ['0" mi"', 10, '10 mi'],
    ['0 [$km]', 10, '10 km'],
    ['0" varv"', 5, '5 varv'],
    ['+0" m"', 640, '+640 m'],
    ['0" kr"', 300, '300'],
    ['[$kr-41D] 0', 300, '300'],
    ['0.0E+00', 300, '300'],
    ['0%', 0.5, '0,5'],
    ['0.00', 21.1, '21,1'],
  ])('of the format %j counts', async (format, value, text) => {
    for (const bookType of ['xlsx', 'biff8'] as const) {
      const bytes = fileOf(
        [{ name: 'A', rows: [HEADER, ROW.with(2, value as never)], formats: { C2: format } }],
        bookType,
      );
      const { rows } = await readEventSheet(bytes, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls');
      expect(rows[0]?.cells.distances).toBe(text);
    }
  });

  test('is that of the cell in a file of a club', async () => {
    const { rows } = await readFile(await Bun.file(join(CASES, '22-unit-in-number-format.xlsx')).bytes());
    expect(rows.map(({ cells }) => cells.distances)).toEqual(['100 m', '50 m', '9,0 mil']);
  });
});

test('a day that was typed as a serial number is suggested, also in a workbook that counts from 1904', () => {
  expect(nearestDay('45067 (1904)')).toBe('2027-05-22');
  expect(nearestDay('46529')).toBe('2027-05-22');
  expect(nearestDay('46529,5')).toBe('2027-05-22');
  expect(nearestDay('12345')).toBeUndefined();
});

test.each(['xlsx', 'biff8'] as const)('a merged cell of an %s is that of all its rows', async (bookType) => {
  const sheet = XLSX.utils.aoa_to_sheet([
    [...HEADER, 'ort', 'note'],
    [...ROW, 'Mora', 'x'],
    [null, 'Kvällsloppet', '5 km', 'Löpning', null, 'x'],
    [null, null, null, null, null, null],
    ['2027-05-23', 'Lugnet', '5 km', 'Löpning'],
  ]);
  sheet['!merges'] = ['A2:A4', 'E2:E4', 'F2:F1000'].map(XLSX.utils.decode_range);
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'Lopp');
  const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType }));
  const { rows } = await readEventSheet(bytes, bookType === 'xlsx' ? 'a.xlsx' : 'a.xls');
  expect(rows.map(({ number, cells }) => [number, cells.event_date, cells.event_name, cells.ort])).toEqual([
    [2, '2027-05-22', 'Loppet', 'Mora'],
    [3, '2027-05-22', 'Kvällsloppet', 'Mora'],
    [5, '2027-05-23', 'Lugnet', ''],
  ]);
});

test('a place that is not known yet is no place, and nobody sees hidden characters', async () => {
  const unknown = ['?', '-', 'TBA', 'ej bestämt', 'Meddelas senare'];
  const rows = [
    [...HEADER, 'ort'],
    ...unknown.map((ort, index) => [...ROW.with(1, `Lopp ${index}`), ort]),
    [...ROW.with(1, 'Mi\u200blen\u202e 🏃‍♀️'), 'Mo\u00adra'],
    [...ROW.with(1, '\u200b\u2060'), 'Mora'],
  ];
  const table = await readFile(fileOf([{ name: 'Lopp', rows }]));
  expect(table.rows.map(({ cells }) => cells.ort)).toEqual([...unknown.map(() => ''), 'Mora', 'Mora']);
  expect(table.rows.slice(-2).map(({ cells }) => cells.event_name)).toEqual(['Milen 🏃‍♀️', '']);
});
