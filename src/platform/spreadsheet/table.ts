import { AppError } from '../../shared/errors';

/** A row that holds something: its number as the spreadsheet shows it, and its cells as trimmed text. */
export type TableRow = { number: number; cells: string[] };

/** The limits of D15. */
export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;

/** Cells further to the right are not looked at. */
export const MAX_COLUMNS = 256;

/** Characters of one cell that are kept: one more than the longest field may have, so that it is still refused (D33). */
export const MAX_CELL = 5001;

/** Characters of all cells together: what a CSV of the largest size may hold. One text may stand in a million cells. */
const MAX_TEXT = MAX_BYTES;

/**
 * Gathers the rows that hold something. The first of them is the header: of it and of the rows that follow only the
 * columns in `wanted` are kept, each once, under their names in lower case.
 */
export function gatherRows(wanted: readonly string[]) {
  const rows: TableRow[] = [];
  let places: number[] | undefined;
  let room = MAX_TEXT;

  const headerOf = (titles: string[]): string[] => {
    const names = titles.map((title) => title.toLowerCase());
    places = names.flatMap((name, index) =>
      wanted.includes(name) && names.indexOf(name) === index ? [index] : [],
    );
    return places.map((index) => names[index] ?? '');
  };

  return {
    rows,
    /** Takes the next row: its number, how many cells it has, and how to read one. */
    add: (number: number, width: number, textAt: (column: number) => string): void => {
      const columns = places ?? Array.from({ length: Math.min(width, MAX_COLUMNS) }, (_, column) => column);
      const texts = columns.map((column) => cut(textAt(column).trim()));
      if (!texts.some(Boolean)) return;
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
