import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { AppError, isErrorCode } from '../../shared/errors';
import { MAX_ROWS, type Table, type TableKind, type TableRow } from './table';

export const READER_SCRIPT = join(import.meta.dir, 'table-process.ts');
const DEADLINE_MS = 15_000;

/** More than any accepted file produces. The output of the reader is cut off there. */
const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;

/** Concurrent reader processes: each may use a core and much memory. Further files wait. */
const READERS_MAX = 2;
let runningReaders = 0;
const waitingFiles: (() => void)[] = [];

/** Reads a table in a separate process, which may crash or be killed. Throws `import.*`, or the reason of the abort. */
export async function readTableInSubprocess(
  bytes: Uint8Array,
  kind: TableKind,
  wanted: readonly string[],
  signal?: AbortSignal,
): Promise<Table> {
  if (runningReaders >= READERS_MAX) await new Promise<void>((resolve) => waitingFiles.push(resolve));
  else runningReaders++;
  try {
    signal?.throwIfAborted();
    const reader = Bun.spawn([process.execPath, READER_SCRIPT, kind, ...wanted], {
      stdin: bytes,
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    try {
      return await readOutput(reader.stdout);
    } finally {
      reader.kill('SIGKILL');
      await reader.exited;
      signal?.throwIfAborted();
    }
  } finally {
    // The slot passes to the file that has waited longest, so `runningReaders` does not change.
    const next = waitingFiles.shift();
    if (next) next();
    else runningReaders--;
  }
}

/** Small enough to be parsed within a few milliseconds. */
const CHUNK_BYTES = 256 * 1024;

/** Pauses before each chunk for other requests. The stream may arrive as one large chunk. */
async function* splitIntoChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    for (let start = 0; start < chunk.length; start += CHUNK_BYTES) {
      await setImmediate();
      yield chunk.subarray(start, start + CHUNK_BYTES);
    }
  }
}

/** Throws `import.*`. */
export async function readOutput(stream: ReadableStream<Uint8Array>): Promise<Table> {
  const rows: TableRow[] = [];
  const decoder = new TextDecoder();
  let size = 0;
  let partialLine = '';
  for await (const piece of splitIntoChunks(stream)) {
    size += piece.length;
    if (size > OUTPUT_BYTES_MAX || rows.length > MAX_ROWS + 1) break;
    const lines = (partialLine + decoder.decode(piece, { stream: true })).split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) {
      const message: unknown = JSON.parse(line);
      if (!Array.isArray(message)) return parseLastLine(message, rows);
      const [number, ...cells] = message as [number, ...string[]];
      rows.push({ number, cells });
    }
  }
  // The output is incomplete or too long: the reader exceeded its deadline, its memory limit or the output limit.
  throw new AppError('import.unreadable');
}

/** The last line contains the ignored columns and sheets, or an error code. */
function parseLastLine(message: unknown, rows: TableRow[]): Table {
  const end = (message ?? {}) as Partial<Omit<Table, 'rows'>> & { code?: unknown };
  if (end.ignoredColumns && end.ignoredSheets) {
    return { rows, ignoredColumns: end.ignoredColumns, ignoredSheets: end.ignoredSheets };
  }
  throw new AppError(isErrorCode(end.code) ? end.code : 'import.unreadable');
}
