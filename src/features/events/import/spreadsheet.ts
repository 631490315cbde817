import { readTable } from '../../../platform/spreadsheet';
import { AppError } from '../../../shared/errors';

const REQUIRED = ['event_date', 'event_name', 'distances', 'sport_type'] as const;
const OPTIONAL = [
  'event_end_date',
  'ort',
  'landskap',
  'address',
  'race_link',
  'result_link',
  'organizer',
] as const;
const COLUMNS = [...REQUIRED, ...OPTIONAL];

/** The columns of an import file (section 5). */
export type Column = (typeof COLUMNS)[number];

/** A row of the file: its number as the spreadsheet shows it, and its text by column. */
export type EventRow = { number: number; cells: Partial<Record<Column, string>> };
export type EventSheet = {
  columns: Set<Column>;
  rows: EventRow[];
  /** Titles under which nothing is read. */
  ignoredColumns: string[];
  /** Sheets after the first. */
  ignoredSheets: string[];
};

const isColumn = (name: string): name is Column => COLUMNS.some((column) => column === name);

/**
 * The rows of an import file under the column names of section 5; other columns are only named, and rows that hold
 * nothing in the ones we know are left out. Throws an AppError `import.*` for a file that cannot be used (D15).
 */
export async function readEventSheet(
  bytes: Uint8Array,
  filename: string,
  signal?: AbortSignal,
): Promise<EventSheet> {
  const { rows: found, ignoredColumns, ignoredSheets } = await readTable(bytes, filename, COLUMNS, signal);
  const [header, ...table] = found;
  if (!header) throw new AppError('import.empty');
  const columns = header.cells.filter(isColumn);
  if (REQUIRED.some((column) => !columns.includes(column))) throw new AppError('import.columns');

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
  const examples: Record<Column, string>[] = [
    {
      event_date: '2027-05-22',
      event_name: 'Exempelloppet',
      distances: '10 km, 21,1 km',
      sport_type: 'Löpning',
      event_end_date: '',
      ort: 'Göteborg',
      landskap: 'Västergötland',
      address: 'Slottsskogsvallen',
      race_link: 'https://exempelloppet.example',
      result_link: '',
      organizer: 'Exempelklubben',
    },
    {
      event_date: '2027-08-14',
      event_name: 'Exempelrundan',
      distances: '90 km, 300 km',
      sport_type: 'Cykel landsväg',
      event_end_date: '2027-08-15',
      ort: 'Motala',
      landskap: 'Östergötland',
      address: '',
      race_link: 'https://exempelrundan.example',
      result_link: 'https://exempelrundan.example/resultat',
      organizer: '',
    },
  ];
  const rows = [COLUMNS, ...examples.map((example) => COLUMNS.map((column) => example[column]))];
  // With the BOM and semicolons Swedish Excel opens it as a table; commas stand in the distances.
  return `\ufeff${rows.map((row) => `${row.join(';')}\r\n`).join('')}`;
}

const DAY_LENGTH = '2027-05-22'.length;
const MIDNIGHT = /^(\d{4}-\d{2}-\d{2})[T ]00:00(:00([.,]0+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** A date-time at midnight is what many programs write for a day. */
function textIn(column: Column, text: string): string {
  return text.length > DAY_LENGTH && column.endsWith('_date') ? text.replace(MIDNIGHT, '$1') : text;
}
