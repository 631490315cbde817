import { join } from 'node:path';
import { AppError, isErrorCode } from '../../shared/errors';
import { csvRows, decodeText } from './csv';
import { MAX_BYTES, type TableRow } from './table';

export { MAX_BYTES, MAX_ROWS, type TableRow } from './table';

const READER = join(import.meta.dir, 'workbook-process.ts');
const DEADLINE_MS = 30_000;

/**
 * The rows of a CSV, .xlsx or .xls that hold something, blank ones left out, each with its number in the file (D15).
 * Throws an {@link AppError} `import.*` for every file that it cannot use.
 */
export async function readTable(bytes: Uint8Array, filename: string): Promise<TableRow[]> {
  const extension = /\.(csv|xlsx|xls)$/i.exec(filename.trim())?.[1]?.toLowerCase();
  if (!extension) throw new AppError('import.file_type');
  if (bytes.length > MAX_BYTES) throw new AppError('import.too_large');
  if (bytes.length === 0) throw new AppError('import.empty');
  return extension === 'csv' ? csvRows(decodeText(bytes)) : await workbookRowsApart(bytes);
}

async function workbookRowsApart(bytes: Uint8Array): Promise<TableRow[]> {
  const reader = Bun.spawn([process.execPath, READER], {
    stdin: bytes,
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  const answer = await new Response(reader.stdout).text();
  if ((await reader.exited) !== 0) throw new AppError('import.unreadable');
  const { rows, code } = JSON.parse(answer) as { rows?: TableRow[]; code?: string };
  if (!rows) throw new AppError(isErrorCode(code) ? code : 'import.unreadable');
  return rows;
}
