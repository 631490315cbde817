import { readTable } from '../../../platform/spreadsheet';
import { AppError } from '../../../shared/errors';
import { IMPORT_NAMES, type ImportField, RACE_FIELDS, REQUIRED_NAMES } from '../fields';

/** A row of the file: its number as the spreadsheet shows it, and its text by column. */
export type EventRow = { number: number; cells: Partial<Record<ImportField, string>> };
export type EventSheet = {
  columns: Set<ImportField>;
  rows: EventRow[];
  /** Titles under which nothing is read. */
  ignoredColumns: string[];
  /** Sheets after the first. */
  ignoredSheets: string[];
};

const isColumn = (name: string): name is ImportField => IMPORT_NAMES.some((column) => column === name);

/**
 * The rows of an import file under the column names of section 5; other columns are only named, and rows that hold
 * nothing in the ones we know are left out. Throws an AppError `import.*` for a file that cannot be used (D15).
 */
export async function readEventSheet(
  bytes: Uint8Array,
  filename: string,
  signal?: AbortSignal,
): Promise<EventSheet> {
  const {
    rows: found,
    ignoredColumns,
    ignoredSheets,
  } = await readTable(bytes, filename, IMPORT_NAMES, signal);
  const [header, ...table] = found;
  if (!header) throw new AppError('import.empty');
  const columns = header.cells.filter(isColumn);
  if (REQUIRED_NAMES.some((column) => !columns.includes(column))) throw new AppError('import.columns');

  const rows = table.map(({ number, cells: texts }): EventRow => {
    const cells: EventRow['cells'] = {};
    columns.forEach((column, index) => {
      cells[column] = textIn(column, texts[index] ?? '');
    });
    return { number, cells };
  });
  if (rows.length === 0) throw new AppError('import.empty');
  return { columns: new Set(columns), rows, ignoredColumns, ignoredSheets };
}

/** A file to begin with: every column, and two events as they may be written (section 7). */
export function importTemplate(): string {
  const examples = ([0, 1] as const).map((at) => IMPORT_NAMES.map((name) => RACE_FIELDS[name].examples[at]));
  const rows = [IMPORT_NAMES, ...examples];
  // With the BOM and semicolons Swedish Excel opens it as a table; commas stand in the distances.
  return `\ufeff${rows.map((row) => `${row.join(';')}\r\n`).join('')}`;
}

const DAY_LENGTH = '2027-05-22'.length;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00([.,]0+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date-time at midnight is what many programs write for a day. */
function textIn(column: ImportField, text: string): string {
  return text.length > DAY_LENGTH && column.endsWith('_date') ? text.replace(MIDNIGHT, '$1') : text;
}
