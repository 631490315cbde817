import { AppError } from '../../shared/errors';
import { oneLine } from '../../shared/text';

/** A row that is not blank: its number as the spreadsheet shows it, and its cells as trimmed text. */
export type TableRow = { number: number; cells: string[] };

export type Table = {
  /** The first row is the header: the names of the wanted columns that the file has, in lower case. */
  rows: TableRow[];
  ignoredColumns: string[];
  ignoredSheets: string[];
  /** The numbers of rows that have text only in ignored columns. */
  ignoredRows: number[];
};

export type TableKind = 'csv' | 'workbook';

export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;

export const MAX_COLUMNS = 256;

/**
 * Cells are cut to this length. It is one more than the longest field allows, so that validation still rejects the
 * value.
 */
export const MAX_CELL_LENGTH = 5001;

/** So many ignored columns are reported, and as many ignored sheets. */
const MAX_IGNORED = 50;
const MAX_NAME_LENGTH = 100;

export const namesToReport = (names: readonly string[]): string[] =>
  [
    ...new Set(names.map((name) => oneLine(name.slice(0, MAX_NAME_LENGTH).toWellFormed())).filter(Boolean)),
  ].slice(0, MAX_IGNORED);

/**
 * The most characters of all cells together: as many as the largest CSV may contain. In a workbook, a million cells can
 * share one text.
 */
const MAX_TOTAL_LENGTH = MAX_BYTES;

/**
 * Collects the rows that are not blank. The first one is the header. Only the columns in `wanted` are kept, without
 * duplicates, with their names in lower case.
 */
export function collectRows(wanted: readonly string[]) {
  const rows: TableRow[] = [];
  const ignoredColumns: string[] = [];
  const ignoredRows: number[] = [];
  let columnIndexes: number[] | undefined;
  let remainingLength = MAX_TOTAL_LENGTH;

  const headerOf = (titles: string[]): string[] => {
    const names = titles.map((title) => title.toLowerCase());
    const isWanted = (name: string, index: number) => wanted.includes(name) && names.indexOf(name) === index;
    columnIndexes = names.flatMap((name, index) => (isWanted(name, index) ? [index] : []));
    ignoredColumns.push(...namesToReport(titles.filter((_, index) => !isWanted(names[index] ?? '', index))));
    return columnIndexes.map((index) => names[index] ?? '');
  };

  return {
    rows,
    ignoredColumns,
    ignoredRows,
    /**
     * Adds the next row. `width` is its number of cells, and `textAt` returns the text of a cell. Throws
     * `import.too_many_rows` or `import.too_large`.
     */
    add: (number: number, width: number, textAt: (column: number) => string): void => {
      const texts: string[] = [];
      const count = columnIndexes ? columnIndexes.length : Math.min(width, MAX_COLUMNS);
      let length = 0;
      for (let index = 0; index < count; index++) {
        const text = truncateCell(textAt(columnIndexes?.[index] ?? index).trim());
        texts.push(text);
        length += text.length;
      }
      if (length === 0) {
        if (!hasText(width, textAt)) return;
        if (ignoredRows.length >= MAX_ROWS) throw new AppError('import.too_many_rows');
        ignoredRows.push(number);
        return;
      }
      const cells = columnIndexes ? texts : headerOf(texts);
      // The header does not count.
      if (rows.length > MAX_ROWS) throw new AppError('import.too_many_rows');
      for (const cell of cells) remainingLength -= cell.length;
      if (remainingLength < 0) throw new AppError('import.too_large');
      rows.push({ number, cells });
    },
  };
}

function hasText(width: number, textAt: (column: number) => string): boolean {
  for (let column = 0; column < Math.min(width, MAX_COLUMNS); column++)
    if (textAt(column).trim()) return true;
  return false;
}

/** A surrogate pair that is cut in half is replaced. */
const truncateCell = (text: string) =>
  text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH).toWellFormed() : text;
