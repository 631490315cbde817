import { join } from 'node:path';
import * as XLSX from 'xlsx';
import { bytesOf } from './bytes.ts';

export const DEMO_CSV = join(import.meta.dir, '../../db/demo-events.csv');

export type Cell = string | number | boolean | Date | null;
export type Grid = Cell[][];

export async function gridOf(path: string): Promise<string[][]> {
  const book = XLSX.read(await Bun.file(path).text(), { type: 'string', raw: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  return XLSX.utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' });
}

/** The first column becomes dates at midnight UTC, except in the header. */
export const withRealDates = (grid: Grid): Grid =>
  grid.map((row, index) => (index === 0 ? row : [new Date(String(row[0])), ...row.slice(1)]));

/** With `date1904`, dates count from 1904, as in old Excel for Mac. */
export function workbook(
  grid: Grid,
  bookType: 'xlsx' | 'biff8' | 'xlsb',
  { date1904 = false } = {},
): Uint8Array {
  const options = { UTC: true, date1904 } as XLSX.AOA2SheetOpts;
  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(grid, options), 'Evenemang');
  book.Workbook = { WBProps: { date1904 } };
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType, compression: true }));
}

export function workbookOf(cells: Record<string, XLSX.CellObject>, ref: string): Uint8Array {
  const book = XLSX.utils.book_new({ ...cells, '!ref': ref } as XLSX.WorkSheet, 'Evenemang');
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', compression: true }));
}

const quote = (cell: Cell, separator: string) => {
  const value = String(cell ?? '');
  return /["\r\n]/.test(value) || value.includes(separator) ? `"${value.replaceAll('"', '""')}"` : value;
};

export const csvOf = (grid: Grid, separator = ',', newline = '\n') =>
  grid.map((row) => row.map((cell) => quote(cell, separator)).join(separator) + newline).join('');

export const utf8 = (grid: Grid) => bytesOf(csvOf(grid));
export const utf8WithBom = (grid: Grid) => bytesOf(`\ufeff${csvOf(grid, ';', '\r\n')}`);

/** As Swedish Excel writes it: semicolons, CRLF, Windows-1252. */
export function windows1252(grid: Grid): Uint8Array {
  const beyondLatin1 = new Map([...'€‚ƒ„…†‡ˆ‰Š‹Œ'].map((character, index) => [character, 0x80 + index]));
  beyondLatin1.set('€', 0x80).set('’', 0x92).set('–', 0x96);
  return Uint8Array.from(csvOf(grid, ';', '\r\n'), (character) => {
    const code = beyondLatin1.get(character) ?? character.charCodeAt(0);
    if (code > 0xff) throw new Error(`Windows-1252 does not have the character ${character}.`);
    return code;
  });
}

export async function manyEvents(count: number): Promise<Grid> {
  const [header = [], ...rows] = await gridOf(DEMO_CSV);
  const repeatedRows = Array.from({ length: count }, (_, index) => {
    const [date = '', name = '', ...rest] = rows[index % rows.length] ?? [];
    return [date, `${name} nr ${index + 1}`, ...rest];
  });
  return [header, ...repeatedRows];
}
