import { AppError } from '../../shared/errors';
import { type Columns, MAX_BYTES, type Table } from './table';
import { readTableInSubprocess } from './table-subprocess';

export { MAX_BYTES, MAX_ROWS, type Table, type TableRow } from './table';

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
  return readTableInSubprocess(bytes, extension === 'csv' ? 'csv' : 'workbook', columns, signal);
}
