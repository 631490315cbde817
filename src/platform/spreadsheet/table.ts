import { AppError } from '../../shared/errors';
import { oneLine } from '../../shared/text';

/** A row that holds something: its number as the spreadsheet shows it, and its cells as trimmed text. */
export type TableRow = { number: number; cells: string[] };

/** What of a file is read, and what stands there beside. */
export type Table = {
  /** The first is the header: the names of the columns that are there, in lower case. */
  rows: TableRow[];
  /** Titles in the header of columns that are not wanted, or are there already. */
  ignoredColumns: string[];
  /** The names of the sheets after the first. */
  ignoredSheets: string[];
};

/** How a file is read: .xlsx and .xls are workbooks. */
export type TableKind = 'csv' | 'workbook';

/** The limits of D15. */
export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;

/** Cells further to the right are not looked at. */
export const MAX_COLUMNS = 256;

/** Characters of one cell that are kept: one more than the longest field may have, so that it is still refused (D33). */
export const MAX_CELL = 5001;

/** Titles and names of sheets that are told of what is ignored, and characters of each. */
const MAX_IGNORED = 50;
const MAX_NAME = 100;

/** Names as they are told to people: each in short and once, at most fifty. */
export const namesToTell = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => oneLine(name.slice(0, MAX_NAME).toWellFormed())).filter(Boolean))].slice(
    0,
    MAX_IGNORED,
  );

/** Characters of all cells together: what a CSV of the largest size may hold. One text may stand in a million cells. */
const MAX_TEXT = MAX_BYTES;

/**
 * Gathers the rows that hold something. The first of them is the header: of it and of the rows that follow only the
 * columns in `wanted` are kept, each once, under their names in lower case.
 */
export function gatherRows(wanted: readonly string[]) {
  const rows: TableRow[] = [];
  const ignoredColumns: string[] = [];
  let places: number[] | undefined;
  let room = MAX_TEXT;

  const headerOf = (titles: string[]): string[] => {
    const names = titles.map((title) => title.toLowerCase());
    const isWanted = (name: string, index: number) => wanted.includes(name) && names.indexOf(name) === index;
    places = names.flatMap((name, index) => (isWanted(name, index) ? [index] : []));
    ignoredColumns.push(...namesToTell(titles.filter((_, index) => !isWanted(names[index] ?? '', index))));
    return places.map((index) => names[index] ?? '');
  };

  return {
    rows,
    ignoredColumns,
    /** Takes the next row: its number, how many cells it has, and how to read one. */
    add: (number: number, width: number, textAt: (column: number) => string): void => {
      const texts: string[] = [];
      const count = places ? places.length : Math.min(width, MAX_COLUMNS);
      let length = 0;
      for (let index = 0; index < count; index++) {
        const text = cut(textAt(places?.[index] ?? index).trim());
        texts.push(text);
        length += text.length;
      }
      if (length === 0) return;
      const cells = places ? texts : headerOf(texts);
      // The header is one more.
      if (rows.length > MAX_ROWS) throw new AppError('import.too_many_rows');
      for (const cell of cells) room -= cell.length;
      if (room < 0) throw new AppError('import.too_large');
      rows.push({ number, cells });
    },
  };
}

/** No longer than is kept; half a character at the cut is not left as such. */
const cut = (text: string) => (text.length > MAX_CELL ? text.slice(0, MAX_CELL).toWellFormed() : text);
