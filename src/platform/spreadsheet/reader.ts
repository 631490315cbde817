import { setImmediate } from 'node:timers/promises';
import { AppError, type ErrorCode, isErrorCode } from '#src/shared/errors.ts';

/** A reader ends itself after 15 s of processor time, which on a busy machine is longer. */
const DEADLINE_MS = 60_000;

/** More than any accepted file produces. The output of the reader is cut off there. */
const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;

/** Concurrent reader processes: each may use a core and much memory. Further files wait. */
const READERS_MAX = 2;
let runningReaders = 0;
const waitingFiles: (() => void)[] = [];

/**
 * For a short-lived process: garbage is collected as on a small machine, and code is not optimized at length. It halves
 * the time and takes a quarter of the memory away.
 */
const ENGINE_OPTIONS = { BUN_JSC_forceRAMSize: String(128 * 1024 * 1024), BUN_JSC_useFTLJIT: '0' };

type Reader = {
  /** A file that calls `runAsReader`. */
  script: string;
  args: readonly string[];
  /** Written piece by piece: the event loop would wait 60 ms for 10 MB at once. */
  content: Iterable<Uint8Array>;
  onLine: (line: unknown[]) => void;
  signal?: AbortSignal | undefined;
  /** Thrown if the reader exceeds its time or its memory, or fails. */
  failure?: ErrorCode;
};

/**
 * Reads foreign content in a separate process, which may crash or be killed. Returns its last line. Throws the error
 * code of the reader, or the reason of the abort.
 */
export async function runReader({
  script,
  args,
  content,
  onLine,
  signal,
  failure = 'import.unreadable',
}: Reader): Promise<Record<string, unknown>> {
  if (runningReaders >= READERS_MAX) await new Promise<void>((resolve) => waitingFiles.push(resolve));
  else runningReaders++;
  try {
    signal?.throwIfAborted();
    const reader = Bun.spawn([process.execPath, script, ...args], {
      stdin: 'pipe',
      env: { ...process.env, ...ENGINE_OPTIONS },
      stdout: 'pipe',
      stderr: 'ignore',
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    try {
      void writeContent(reader.stdin, content);
      return await readLines(reader.stdout, { onLine, failure });
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

export function* inPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes.subarray(start, start + CHUNK_BYTES);
}

/** Never rejects: the output of a reader that ended early says why. */
async function writeContent(stdin: Bun.FileSink, content: Iterable<Uint8Array>): Promise<void> {
  try {
    for (const piece of content) {
      stdin.write(piece);
      await stdin.flush();
    }
    await stdin.end();
  } catch {}
}

/** Pauses before each chunk for other requests. The stream may arrive as one large chunk. */
async function* splitIntoChunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    for (const piece of inPieces(chunk)) {
      await setImmediate();
      yield piece;
    }
  }
}

/** Each line is a JSON list, but the last, which is an object. Throws its `code`, if it has one, else `failure`. */
export async function readLines(
  stream: ReadableStream<Uint8Array>,
  { onLine, failure }: { onLine: (line: unknown[]) => void; failure: ErrorCode },
): Promise<Record<string, unknown>> {
  const decoder = new TextDecoder();
  let size = 0;
  let partialLine = '';
  for await (const piece of splitIntoChunks(stream)) {
    size += piece.length;
    if (size > OUTPUT_BYTES_MAX) break;
    const lines = (partialLine + decoder.decode(piece, { stream: true })).split('\n');
    partialLine = lines.pop() ?? '';
    for (const line of lines) {
      const message: unknown = JSON.parse(line);
      if (Array.isArray(message)) onLine(message);
      else return endOf(message, failure);
    }
  }
  // The output is incomplete or too long: the reader exceeded its time limit, its memory limit or the output limit.
  throw new AppError(failure);
}

function endOf(message: unknown, failure: ErrorCode): Record<string, unknown> {
  const end = (message ?? {}) as Record<string, unknown>;
  if (!('code' in end)) return end;
  throw new AppError(isErrorCode(end.code) ? end.code : failure);
}
