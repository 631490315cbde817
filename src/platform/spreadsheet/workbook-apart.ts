import { join } from 'node:path';
import { AppError, isErrorCode } from '../../shared/errors';
import { MAX_ROWS, type TableRow } from './table';

export const READER = join(import.meta.dir, 'workbook-process.ts');
const DEADLINE_MS = 15_000;

/** More than the rows of any workbook that is taken; what goes on is not read. */
const ANSWER_BYTES = 32 * 1024 * 1024;

/** The rows of a workbook, read by a process of its own that may end badly. Throws `import.*`. */
export async function workbookRowsApart(bytes: Uint8Array, wanted: readonly string[]): Promise<TableRow[]> {
  const reader = Bun.spawn([process.execPath, READER, ...wanted], {
    stdin: bytes,
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: DEADLINE_MS,
    killSignal: 'SIGKILL',
  });
  try {
    return await readRows(reader.stdout);
  } finally {
    reader.kill('SIGKILL');
  }
}

/** What the reader says, bounded. Rows are parsed as they come, some at a time, so that the server answers others in between. */
export async function readRows(stream: ReadableStream<Uint8Array>): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  let rest = '';
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > ANSWER_BYTES || rows.length > MAX_ROWS + 1) break;
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said: unknown = JSON.parse(line);
      if (said === 'end') return rows;
      if (!Array.isArray(said)) throw new AppError(codeIn(said));
      const [number, ...cells] = said as [number, ...string[]];
      rows.push({ number, cells });
    }
  }
  // It was ended: by its deadline, by its own watch on memory, or because it said too much.
  throw new AppError('import.unreadable');
}

function codeIn(said: unknown) {
  const code = said && typeof said === 'object' && 'code' in said ? said.code : undefined;
  return isErrorCode(code) ? code : 'import.unreadable';
}
