import { AppError } from '#src/shared/errors.ts';
import { NO_TEXT, otherKindOf } from './content-kind.ts';
import { type Columns, MAX_BYTES, type Table } from './table.ts';
import { readTableInSubprocess } from './table-subprocess.ts';

export { MAX_BYTES, MAX_ROWS, type Table, type TableRow } from './table.ts';

/**
 * Reads a CSV, .xlsx or .xls. Returns the rows that are not blank in the `wanted` columns, with their row numbers. The
 * first row is the header: the wanted columns that the file has, in lower case. The cells of all rows are in that
 * order. Throws an {@link AppError} `import.*` if the file cannot be used.
 */
export async function readTable(
  bytes: Uint8Array,
  filename: string,
  columns: Columns,
  signal?: AbortSignal,
): Promise<Table> {
  const extension = /\.(csv|xlsx|xls)$/i.exec(filename.trim())?.[1]?.toLowerCase();
  if (!extension) throw new AppError('import.file_type');
  if (bytes.length > MAX_BYTES) throw new AppError('import.too_large');
  if (bytes.length === 0) throw new AppError('import.empty');
  try {
    return await readTableInSubprocess(bytes, extension === 'csv' ? 'csv' : 'workbook', columns, signal);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'import.unreadable')) throw error;
    throw new AppError('import.unreadable', { cause: error, detail: whyUnreadable(bytes, extension) });
  }
}

const isWorkbook = ([first, second]: Uint8Array) =>
  (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);

function whyUnreadable(bytes: Uint8Array, extension: string): string {
  if (extension === 'csv' && isWorkbook(bytes))
    return 'Filen heter .csv men är en arbetsbok. Öppna den i Excel och spara den som .xlsx.';
  if (extension === 'csv') {
    const kind = otherKindOf(bytes);
    return kind && kind !== NO_TEXT
      ? `Filen heter .csv men är ${kind}. Spara tabellen som "CSV UTF-8" eller Excel.`
      : 'CSV-filen går inte att läsa som text. Spara den på nytt som "CSV UTF-8".';
  }
  if (!isWorkbook(bytes))
    return `Filen heter .${extension} men är ingen Excel-fil. Öppna den i Excel och spara den som .xlsx, eller byt filändelsen till .csv om den är en CSV.`;
  return 'Excel-filen går inte att läsa. Öppna den i Excel och spara den på nytt som .xlsx.';
}
