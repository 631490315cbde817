import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { Config } from '#src/platform/config.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { oneLine } from '#src/shared/text.ts';

/** An uploaded file on the local disk. Disposing of it deletes it. */
export type ReceivedFile = AsyncDisposable & {
  path: string;
  /** The client's file name, shortened, without folders and control characters. Do not trust it. */
  filename: string;
  /** In bytes. */
  size: number;
};

export type ReceiveOptions = {
  /** Unlimited by default. */
  maxBytes?: number;
  tooLargeCode?: ErrorCode;
  /** The error if there is no field `file`. */
  missingCode?: ErrorCode;
  /** Also the interval at which the data rate is checked. */
  idleTimeoutMs?: number;
};

/** The bytes of a body that are allowed in addition to the file: boundaries, headers, other fields. */
const MULTIPART_OVERHEAD_BYTES = 1024 * 1024;

const incomingDir = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'incoming');

/**
 * Streams the field `file` of a multipart body to a temporary file. Use `await using` to delete it afterwards. Throws
 * `request.unsupported`, `request.malformed`, `request.invalid` (several files) and the codes of `options`. On an error
 * the temporary file is deleted, and the rest of the body is left unread.
 */
export async function receiveFile(
  config: Pick<Config, 'dataDir'>,
  request: Request,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const {
    maxBytes = Number.POSITIVE_INFINITY,
    tooLargeCode = 'request.too_large',
    idleTimeoutMs = 30_000,
  } = options;
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('request.unsupported');
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + MULTIPART_OVERHEAD_BYTES)
    throw new AppError(tooLargeCode);
  await mkdir(incomingDir(config), { recursive: true });
  const path = join(incomingDir(config), Bun.randomUUIDv7());
  const discard = () => rm(path, { force: true });
  const parts = await createPartWriter(path, type, maxBytes);
  try {
    await feedBody(request, parts, { maxBytes: maxBytes + MULTIPART_OVERHEAD_BYTES, idleTimeoutMs });
    const { filename, size } = parts.file ?? throwMissing(options.missingCode);
    return { path, filename, size, [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error instanceof SizeLimitExceeded ? new AppError(tooLargeCode) : error;
  } finally {
    await parts.close();
  }
}

function throwMissing(code: ErrorCode = 'request.invalid'): never {
  throw new AppError(code);
}

class SizeLimitExceeded extends Error {}

/** Whether the error is the server's, such as a full disk, and not the client's. */
const isLocalError = (error: unknown) => error instanceof Error && 'syscall' in error;

type PartFile = { filename: string; size: number };

async function createPartWriter(path: string, type: string, maxBytes: number) {
  // Only this may throw. Later failures reject `ended`, `write()` or `end()`, and the caller closes and deletes the
  // file.
  const fileHandle = await open(path, 'wx', 0o600);
  let file: PartFile | undefined;
  // Chunks that wait for the disk. The parser's streams cannot be paused instead: they lose data.
  const chunks: Buffer[] = [];
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => {});
  const fail = (error: unknown) =>
    ended.reject(
      error instanceof AppError || error instanceof SizeLimitExceeded || isLocalError(error)
        ? error
        : new AppError('request.malformed', { cause: error }),
    );

  const onFile = (name: string, stream: BusboyFileStream, filename: string) => {
    stream.on('error', fail);
    if (name !== 'file') return stream.resume();
    if (file) return fail(new AppError('request.invalid'));
    const current: PartFile = { filename: cleanName(filename), size: 0 };
    file = current;
    stream.on('limit', () => fail(new SizeLimitExceeded()));
    stream.on('data', (chunk: Buffer) => {
      current.size += chunk.byteLength;
      chunks.push(chunk);
    });
  };

  const flush = async () => {
    for (const chunk of chunks.splice(0)) await fileHandle.writeFile(chunk);
  };

  let parser: InstanceType<typeof Busboy> | undefined;
  try {
    parser = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 10, fields: 20, fieldSize: 10_000, parts: 30, headerPairs: 50, fileSize: maxBytes },
    });
    parser.on('file', onFile).on('error', fail).on('finish', ended.resolve);
  } catch (error) {
    fail(error);
  }

  return {
    get file() {
      return file;
    },
    ended: ended.promise,
    write: async (chunk: Uint8Array) => {
      await new Promise<void>((resolve) => void parser?.write(chunk, () => resolve()));
      await flush();
    },
    end: async () => {
      parser?.end();
      await ended.promise;
      await flush();
    },
    close: async () => {
      parser?.destroy();
      await fileHandle.close();
    },
  };
}

/** Writes the body to the parser, with back-pressure. After an error, the rest stays unread in the request. */
async function feedBody(
  request: Request,
  parts: Awaited<ReturnType<typeof createPartWriter>>,
  { maxBytes, idleTimeoutMs }: { maxBytes: number; idleTimeoutMs: number },
): Promise<void> {
  let size = 0;
  const isFastEnough = createRateCheck(idleTimeoutMs);
  const reader = request.body?.getReader();
  const withIdleTimeout = createIdleTimeout(parts.ended, idleTimeoutMs);
  try {
    for (;;) {
      const { done, value } = (await withIdleTimeout(reader?.read().catch(throwDisconnected))) ?? {
        done: true,
      };
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) throw new SizeLimitExceeded();
      if (!isFastEnough(size)) throw new AppError('request.malformed', { cause: TOO_SLOW });
      await withIdleTimeout(parts.write(value));
    }
    await withIdleTimeout(parts.end());
  } finally {
    reader?.releaseLock();
  }
}

function throwDisconnected(cause: unknown): never {
  throw new AppError('request.malformed', { cause });
}

/**
 * The returned function awaits a promise for at most `timeoutMs`. It rejects at once when `ended` rejects.
 * `Promise.race` would keep every chunk in memory until `ended` settles.
 */
function createIdleTimeout(ended: Promise<unknown>, timeoutMs: number) {
  let parserError: { error: unknown } | undefined;
  let rejectPending = (_error: unknown) => {};
  ended.catch((error) => {
    parserError = { error };
    rejectPending(error);
  });
  return async <Result>(work: Promise<Result> | undefined): Promise<Result | undefined> => {
    const pending = Promise.withResolvers<Result | undefined>();
    rejectPending = pending.reject;
    if (parserError) rejectPending(parserError.error);
    const timer = setTimeout(
      () => rejectPending(new AppError('request.malformed', { cause: IDLE })),
      timeoutMs,
    );
    Promise.resolve(work).then(pending.resolve, pending.reject);
    return pending.promise.finally(() => clearTimeout(timer));
  };
}

/** A slower body could take days. */
const MIN_BYTES_PER_SECOND = 1000;

function createRateCheck(intervalMs: number) {
  let intervalStart = performance.now();
  let sizeAtStart = 0;
  return (size: number): boolean => {
    const elapsedMs = performance.now() - intervalStart;
    if (elapsedMs < intervalMs) return true;
    const isFastEnough = size - sizeAtStart >= (MIN_BYTES_PER_SECOND * elapsedMs) / 1000;
    intervalStart = performance.now();
    sizeAtStart = size;
    return isFastEnough;
  };
}

const TOO_SLOW = new Error('The body arrives too slowly.');
const IDLE = new Error('No data of the body arrived within the idle timeout.');

const NAME_LENGTH_MAX = 200;

/** Returns the last part of a path, on one line, without invisible characters and text direction marks. */
function cleanName(filename: string | undefined): string {
  const baseName = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  return oneLine(baseName.toWellFormed().replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, ''))
    .slice(-NAME_LENGTH_MAX)
    .toWellFormed();
}

/** Deletes temporary files that a crash left behind and that were last written at least `minAgeMs` ago. */
export async function removeStaleIncoming(config: Pick<Config, 'dataDir'>, minAgeMs: number): Promise<void> {
  const dir = incomingDir(config);
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    // With 0, delete all files: the file time is more precise than the clock and may be ahead of it.
    const isStale = minAgeMs === 0 || (mtimeMs !== undefined && Date.now() - mtimeMs >= minAgeMs);
    if (isStale) await rm(path, { force: true });
  }
}
