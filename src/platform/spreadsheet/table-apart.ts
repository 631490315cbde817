import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError, isErrorCode } from '../../shared/errors';
import { MAX_ROWS, type Table, type TableKind, type TableRow } from './table';

export const READER = join(import.meta.dir, 'table-process.ts');
const DEADLINE_MS = 15_000;

/** More than the rows of any file that is taken; what goes on is not read. */
const ANSWER_BYTES = 32 * 1024 * 1024;

/** Readers at a time: each may take a core and much memory. Whoever comes then waits for one to end. */
const READERS_MAX = 2;
let reading = 0;
const waiting: (() => void)[] = [];

/** The table of a file, read by a process of its own that may end badly. Throws `import.*`, or why it was aborted. */
export async function readTableApart(
  bytes: Uint8Array,
  kind: TableKind,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  if (reading >= READERS_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  else reading++;
  try {
    signal?.throwIfAborted();
    const reader = Bun.spawn([process.execPath, READER, kind, ...wanted], {
      stdin: bytes,
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    try {
      return await readAnswer(reader.stdout);
    } finally {
      reader.kill('SIGKILL');
      await reader.exited;
      signal?.throwIfAborted();
    }
  } finally {
    // The place goes to who has waited longest.
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

/** Bytes that are parsed in some milliseconds. */
const PIECE = 256 * 1024;

/** A stream in small pieces, with a pause before each for other requests. All of it may come in one chunk. */
async function* inPieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length; start += PIECE) {
      await setImmediate();
      yield chunk.subarray(start, start + PIECE);
    }
  }
}

/** What the reader says, bounded. Rows are parsed as they come. */
export async function readAnswer(stream: ReadableStream<Uint8Array>): Promise<Table> {
  const rows: TableRow[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  let rest = '';
  for await (const piece of inPieces(stream)) {
    size += piece.length;
    if (size > ANSWER_BYTES || rows.length > MAX_ROWS + 1) break;
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said: unknown = JSON.parse(line);
      if (!Array.isArray(said)) return endOf(said, rows);
      const [number, ...cells] = said as [number, ...string[]];
      rows.push({ number, cells });
    }
  }
  // It was ended: by its deadline, by its own watch on memory, or because it said too much.
  throw new AppError('import.unreadable');
}

/** The last line: what was not read beside the rows, or the code of what is wrong. */
function endOf(said: unknown, rows: TableRow[]): Table {
  const end = (said ?? {}) as Partial<Omit<Table, 'rows'>> & { code?: unknown };
  if (end.ignoredColumns && end.ignoredSheets) {
    return { rows, ignoredColumns: end.ignoredColumns, ignoredSheets: end.ignoredSheets };
  }
  throw new AppError(isErrorCode(end.code) ? end.code : 'import.unreadable');
}
