import { AppError } from '../../shared/errors';
import { MAX_BYTES, type Table } from './table';
import { readTableApart } from './table-apart';

export { MAX_BYTES, MAX_ROWS, type Table, type TableRow } from './table';

/**
 * The rows of a CSV, .xlsx or .xls that hold something in the `wanted` columns, each with its number in the file (D15).
 * The first is the header: the names of the columns that are there, in lower case; all have their cells in that order.
 * Throws an {@link AppError} `import.*` for every file that it cannot use.
 */
export async function readTable(
  bytes: Uint8Array,
  filename: string,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  const extension = /\.(csv|xlsx|xls)$/i.exec(filename.trim())?.[1]?.toLowerCase();
  if (!extension) throw new AppError('import.file_type');
  if (bytes.length > MAX_BYTES) throw new AppError('import.too_large');
  if (bytes.length === 0) throw new AppError('import.empty');
  return readTableApart(bytes, extension === 'csv' ? 'csv' : 'workbook', wanted, signal);
}
