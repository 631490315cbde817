import { readTable } from '../../../platform/spreadsheet';
import { AppError } from '../../../shared/errors';
import { EVENT_FIELDS, IMPORT_FIELD_NAMES, type ImportField, REQUIRED_FIELD_NAMES } from '../fields';
import { describeMissingColumns } from './rules';

/** `number` is the row's number in the spreadsheet. */
export type EventRow = { number: number; cells: Partial<Record<ImportField, string>> };
export type EventSheet = {
  columns: Set<ImportField>;
  rows: EventRow[];
  ignoredColumns: string[];
  /** Names of the sheets that were not read. */
  ignoredSheets: string[];
  /** Rows with text only in columns that are not read. */
  ignoredRows: number[];
};

const isColumn = (name: string): name is ImportField => IMPORT_FIELD_NAMES.some((column) => column === name);

/** Skips rows that are empty in all known columns. Throws `import.*` for files that cannot be used. */
export async function readEventSheet(
  bytes: Uint8Array,
  filename: string,
  signal?: AbortSignal,
): Promise<EventSheet> {
  const {
    rows: tableRows,
    ignoredColumns,
    ignoredSheets,
    ignoredRows,
    sheet,
  } = await readTable(
    bytes,
    filename,
    { wanted: IMPORT_FIELD_NAMES, required: REQUIRED_FIELD_NAMES },
    signal,
  );
  const [header, ...bodyRows] = tableRows;
  if (!header) throw new AppError('import.empty');
  const columns = header.cells.filter(isColumn);
  const missing = REQUIRED_FIELD_NAMES.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new AppError('import.columns', {
      detail: describeMissingColumns(missing, ignoredColumns, sheet ? [sheet, ...ignoredSheets] : []),
    });

  const rows = bodyRows.map(({ number, cells: cellTexts }): EventRow => {
    const cells: EventRow['cells'] = {};
    columns.forEach((column, index) => {
      cells[column] = normalizeCell(column, cellTexts[index] ?? '');
    });
    return { number, cells };
  });
  if (rows.length === 0) throw new AppError('import.empty');
  return { columns: new Set(columns), rows, ignoredColumns, ignoredSheets, ignoredRows };
}

export function importTemplate(): string {
  const examples = ([0, 1] as const).map((exampleIndex) =>
    IMPORT_FIELD_NAMES.map((name) => EVENT_FIELDS[name].examples[exampleIndex]),
  );
  const rows = [IMPORT_FIELD_NAMES, ...examples];
  const cellText = (text: string) => (text.includes(';') ? `"${text}"` : text);
  // The BOM and the semicolons make Swedish Excel open it as a table. Distances contain commas.
  return `\ufeff${rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('')}`;
}

const DAY_LENGTH = '2027-05-22'.length;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00([.,]0+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Many programs write a date as a date-time at midnight, and a boolean in upper case. */
export function normalizeCell(column: ImportField, text: string): string {
  if (column === 'sold_out') return text.toLowerCase();
  const isDate = /_(date|dates|on)$/.test(column);
  return isDate && text.length > DAY_LENGTH ? text.replace(MIDNIGHT, '$1') : text;
}
