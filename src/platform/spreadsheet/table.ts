/** A row that holds something: its number as the spreadsheet shows it, and its cells as text. */
export type TableRow = { number: number; cells: string[] };

/** The limits of D15. */
export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;

/** Cells further to the right are not looked at. */
export const MAX_COLUMNS = 256;
