import {
  EVENT_FIELDS,
  IMPORT_FIELD_NAMES,
  type ImportField,
  REQUIRED_FIELD_NAMES,
} from '#src/features/events/fields.ts';
import { readTable } from '#src/platform/spreadsheet/index.ts';
import { inTurns } from '#src/platform/turns.ts';
import { spellOutList } from '#src/shared/distances.ts';
import { AppError } from '#src/shared/errors.ts';
import { describeMissingColumns } from '../rules.ts';
import { isUnknown } from './empty-words.ts';

/** `number` is the row's number in the spreadsheet. */
export type EventRow = { number: number; cells: Partial<Record<ImportField, string>> };
export type EventSheet = {
  rows: EventRow[];
  ignoredColumns: string[];
  /** Names of the sheets that were not read. */
  ignoredSheets: string[];
  /** Rows with text only in columns that are not read. */
  ignoredRows: number[];
  /** How many characters of a CSV cannot be read. */
  replacements: number;
};

const IS_CALENDAR =
  'Filen är en iCalendar-fil. Lägg till dess adress under Källor, eller spara loppen som CSV eller Excel.';

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
    hiddenSheets,
    unsearchedSheets = [],
    replacements = 0,
    isFrom1904 = false,
  } = await readTable(
    bytes,
    filename,
    { wanted: IMPORT_FIELD_NAMES, required: REQUIRED_FIELD_NAMES },
    signal,
  );
  const [header, ...bodyRows] = tableRows;
  const names = (sheets: readonly string[]) => sheets.map((name) => `"${name}"`).join(', ');
  const hidden = hiddenSheets.length > 0 ? ` Dolda blad läses inte: ${names(hiddenSheets)}.` : '';
  const unsearched =
    unsearchedSheets.length > 0
      ? ` Det tog för lång tid att söka i de sista bladen: ${names(unsearchedSheets)}. Spara bladet med loppen i en egen fil.`
      : '';
  const unread = new Set([...hiddenSheets, ...unsearchedSheets]);
  if (!header)
    throw new AppError('import.empty', {
      ...(ignoredSheets.length > 0 && {
        detail: `Excel-filen har inget synligt blad med innehåll.${hidden}`,
      }),
    });
  if (/^BEGIN:VCALENDAR/i.test(ignoredColumns[0] ?? ''))
    throw new AppError('import.columns', { detail: IS_CALENDAR });
  const columns = header.cells.filter(isColumn);
  const missing = REQUIRED_FIELD_NAMES.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new AppError('import.columns', {
      detail:
        describeMissingColumns(
          missing,
          ignoredColumns,
          sheet ? [sheet, ...ignoredSheets.filter((name) => !unread.has(name))] : [],
        ) +
        unsearched +
        hidden,
    });

  if (bodyRows.length === 0) throw new AppError('import.empty');
  const rows: EventRow[] = [];
  for await (const [, { number, cells: cellTexts }] of inTurns(bodyRows, signal)) {
    const cells: EventRow['cells'] = {};
    columns.forEach((column, index) => {
      cells[column] = withEpoch(column, normalizeCell(column, cellTexts[index] ?? ''), isFrom1904);
    });
    rows.push({ number, cells });
  }
  return { rows, ignoredColumns, ignoredSheets, ignoredRows, replacements };
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

const isDateColumn = (column: ImportField) => /_(date|dates|on)$/.test(column);

/** The error about a day that is typed as a number says from when it is counted. */
const withEpoch = (column: ImportField, text: string, isFrom1904: boolean) =>
  isFrom1904 && isDateColumn(column) && /^\d{5}(?:,\d+)?$/.test(text) ? `${text} (1904)` : text;

const MAY_BE_UNKNOWN: ReadonlySet<ImportField> = new Set(['ort', 'address', 'organizer']);

/** Programs write dates as date-times at midnight, and booleans in upper case. People write lists in many ways. */
export function normalizeCell(column: ImportField, text: string): string {
  if (column === 'sold_out') return text.toLowerCase();
  if (column === 'distances') return spellOutList(text);
  if (MAY_BE_UNKNOWN.has(column) && isUnknown(text)) return '';
  return isDateColumn(column) && text.length > DAY_LENGTH ? text.replace(MIDNIGHT, '$1') : text;
}
