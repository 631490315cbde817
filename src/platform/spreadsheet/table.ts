import { AppError } from '#src/shared/errors.ts';
import { composed, excerpt, visible } from '#src/shared/text.ts';

/** A row that is not blank: its number as the spreadsheet shows it, and its cells as trimmed text. */
export type TableRow = { number: number; cells: string[] };

export type Table = {
  /** The first row is the header: the names of the wanted columns that the file has, in lower case. */
  rows: TableRow[];
  ignoredColumns: string[];
  ignoredSheets: string[];
  /** The name of the sheet that was read. Empty for CSV. */
  sheet: string;
  /** The sheets that are hidden, which are never read. */
  hiddenSheets: string[];
  /** Visible sheets for which there was no time. */
  unsearchedSheets?: string[];
  /** Whether days are counted from 1904, as old Macs do. */
  isFrom1904?: boolean;
  /** How many characters of a CSV cannot be read. */
  replacements?: number;
  /** The numbers of rows that have text only in ignored columns. */
  ignoredRows: number[];
};

/** Of a workbook, the first visible sheet with the required columns is read. */
export type Columns = { wanted: readonly string[]; required: readonly string[] };

export type TableKind = 'csv' | 'workbook';

export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;

export const MAX_COLUMNS = 256;

/** Cells are cut to this length, one more than the longest field allows: validation still rejects the value. */
export const MAX_CELL_LENGTH = 5001;

/** So many ignored columns are reported, and as many ignored sheets. */
const MAX_IGNORED = 50;
const MAX_NAME_LENGTH = 100;

export const namesToReport = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => excerpt(name, MAX_NAME_LENGTH)).filter(Boolean))].slice(0, MAX_IGNORED);

/**
 * The most characters of all cells together: as many as the largest CSV may contain. In a workbook, a million cells can
 * share one text.
 */
const MAX_TOTAL_LENGTH = MAX_BYTES;

/** A header is searched in so many rows: some files have a title above it. */
export const TITLES_MAX = 20;

/** A title can hardly name two columns. */
export const isHeader = (cells: readonly string[], wanted: readonly string[]): boolean =>
  cells.filter((cell) => wanted.includes(columnName(cell))).length >= Math.min(2, wanted.length);

const columnName = (cell: string) => {
  const name = cell.length > MAX_NAME_LENGTH ? '' : cell.trim().replace(/^"(.*)"$/, '$1');
  return composed(name).trim().toLowerCase();
};

/**
 * Collects the rows that are not blank. The header is the first row with two wanted columns, else the first row; rows
 * above it are titles. Call `finish` at the end. Only the columns in `wanted` are kept, without duplicates, with their
 * names in lower case.
 */
export function collectRows(wanted: readonly string[]) {
  const rows: TableRow[] = [];
  const ignoredColumns: string[] = [];
  const ignoredRows: number[] = [];
  let columnIndexes: number[] | undefined;
  let remainingLength = MAX_TOTAL_LENGTH;

  const headerOf = (titles: string[]): string[] => {
    const names = titles.map(columnName);
    const isWanted = (name: string, index: number) => wanted.includes(name) && names.indexOf(name) === index;
    columnIndexes = names.flatMap((name, index) => (isWanted(name, index) ? [index] : []));
    ignoredColumns.push(...namesToReport(titles.filter((_, index) => !isWanted(names[index] ?? '', index))));
    return columnIndexes.map((index) => names[index] ?? '');
  };

  const titles: { number: number; cells: string[] }[] = [];

  function keep(number: number, cells: string[]): void {
    // The header does not count.
    if (rows.length > MAX_ROWS) throw new AppError('import.too_many_rows');
    for (const cell of cells) remainingLength -= cell.length;
    if (remainingLength < 0) throw new AppError('import.too_large');
    rows.push({ number, cells });
  }

  function addRow(number: number, width: number, textAt: (column: number) => string): void {
    const indexes =
      columnIndexes ?? Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, index) => index);
    const texts = indexes.map((index) => cellOf(textAt(index)));
    if (texts.every((text) => text === '')) {
      if (!hasText(width, textAt)) return;
      if (ignoredRows.length >= MAX_ROWS) throw new AppError('import.too_many_rows');
      ignoredRows.push(number);
    } else if (columnIndexes) keep(number, texts);
    else if (isHeader(texts, wanted)) keep(number, headerOf(texts));
    else {
      titles.push({ number, cells: texts });
      if (titles.length >= TITLES_MAX) finish();
    }
  }

  /** Without a header, the first row is taken for it. */
  function finish(): void {
    if (columnIndexes) return;
    for (const { number, cells } of titles.splice(0)) {
      if (columnIndexes) addRow(number, cells.length, (column) => cells[column] ?? '');
      else keep(number, headerOf(cells));
    }
  }

  return {
    rows,
    ignoredColumns,
    ignoredRows,
    /**
     * Adds the next row. `width` is its number of cells, and `textAt` returns the text of a cell. Throws
     * `import.too_many_rows` or `import.too_large`.
     */
    add: addRow,
    finish,
  };
}

function hasText(width: number, textAt: (column: number) => string): boolean {
  for (let column = 0; column < Math.min(width, MAX_COLUMNS); column++)
    if (textAt(column).trim()) return true;
  return false;
}

/** What a reader sees, with composed letters. A surrogate pair that is cut in half is replaced. */
function cellOf(content: string): string {
  const trimmed = content.trim();
  const text = trimmed.length > MAX_CELL_LENGTH ? trimmed.slice(0, MAX_CELL_LENGTH).toWellFormed() : trimmed;
  return composed(visible(text)).trim();
}
