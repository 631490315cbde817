import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { AppError, type ErrorCode } from '../shared/errors';
import { oneLine } from '../shared/text';
import type { Config } from './config';

/** A file that came with a call, on this machine until it is let go of. */
export type ReceivedFile = AsyncDisposable & {
  path: string;
  /** As the sender calls it, in short, without folders and what steers a line; not to be trusted. */
  filename: string;
  /** In bytes. */
  size: number;
};

export type ReceiveOptions = {
  /** The most bytes it may have; none for no limit. */
  limit?: number;
  /** What is told of one that is larger. */
  tooLarge?: ErrorCode;
  /** What is told when there is no field `file`. */
  missing?: ErrorCode;
  /** Milliseconds: whoever stands still for so long, or only trickles, sends no more. */
  silence?: number;
};

/** What of a body is beside the file: boundaries, headers, other fields. */
const BESIDE = 1024 * 1024;

const incoming = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'incoming');

/**
 * The field `file` of a multipart body, written to a temporary file as it comes, so that no more than a piece of it is in
 * memory. `await using` lets go of it. Throws `request.unsupported`, `request.malformed`, `request.invalid` for several of
 * that name, and the codes of `options`; nothing is left then, and what has not come of the body has not been read.
 */
export async function receiveFile(
  config: Pick<Config, 'dataDir'>,
  request: Request,
  options: ReceiveOptions,
): Promise<ReceivedFile> {
  const { limit = Number.POSITIVE_INFINITY, tooLarge = 'request.too_large', silence = 30_000 } = options;
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('request.unsupported');
  if (Number(request.headers.get('content-length') ?? 0) > limit + BESIDE) throw new AppError(tooLarge);
  await mkdir(incoming(config), { recursive: true });
  const path = join(incoming(config), Bun.randomUUIDv7());
  const discard = () => rm(path, { force: true });
  const parts = await partsInto(path, type, limit);
  try {
    await feed(request, parts, { most: limit + BESIDE, silence });
    const { filename, size } = parts.file ?? missing(options.missing);
    return { path, filename, size, [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error instanceof TooMuch ? new AppError(tooLarge) : error;
  } finally {
    await parts.close();
  }
}

function missing(code: ErrorCode = 'request.invalid'): never {
  throw new AppError(code);
}

/** More came than may. */
class TooMuch extends Error {}

/** An error of this machine's own, such as a full disk: not the sender's fault. */
const isOurs = (error: unknown) => error instanceof Error && 'syscall' in error;

type File = { filename: string; size: number };

/** Takes a body piece by piece and writes its field `file` to a new file at `path`. */
async function partsInto(path: string, type: string, limit: number) {
  // Before anything else: who fails from here on has only to remove it.
  const target = await open(path, 'wx', 0o600);
  let file: File | undefined;
  // Nothing is paused inside the parser, whose streams lose pieces when they are; what waits for the disk stands here.
  const pieces: Buffer[] = [];
  const ended = Promise.withResolvers<void>();
  ended.promise.catch(() => {});
  const fail = (error: unknown) =>
    ended.reject(
      error instanceof AppError || error instanceof TooMuch || isOurs(error)
        ? error
        : new AppError('request.malformed', { cause: error }),
    );

  const take = (name: string, stream: BusboyFileStream, filename: string) => {
    stream.on('error', fail);
    if (name !== 'file') return stream.resume();
    if (file) return fail(new AppError('request.invalid'));
    const mine: File = { filename: cleanName(filename), size: 0 };
    file = mine;
    stream.on('limit', () => fail(new TooMuch()));
    stream.on('data', (piece: Buffer) => {
      mine.size += piece.byteLength;
      pieces.push(piece);
    });
  };

  const flush = async () => {
    for (const piece of pieces.splice(0)) await target.writeFile(piece);
  };

  let parser: InstanceType<typeof Busboy> | undefined;
  try {
    parser = new Busboy({
      headers: { 'content-type': type },
      limits: { files: 10, fields: 20, fieldSize: 10_000, parts: 30, headerPairs: 50, fileSize: limit },
    });
    parser.on('file', take).on('error', fail).on('finish', ended.resolve);
  } catch (error) {
    fail(error);
  }

  return {
    get file() {
      return file;
    },
    /** Rejects as soon as something is wrong. */
    ended: ended.promise,
    /** Resolves when it is on the disk. */
    write: async (chunk: Uint8Array) => {
      await new Promise<void>((resolve) => void parser?.write(chunk, () => resolve()));
      await flush();
    },
    /** Resolves when all of it is on the disk. */
    end: async () => {
      parser?.end();
      await ended.promise;
      await flush();
    },
    close: async () => {
      parser?.destroy();
      await target.close();
    },
  };
}

/** Hands on a body as it comes, no faster than it is taken; what is not read stays in the request. */
async function feed(
  request: Request,
  parts: Awaited<ReturnType<typeof partsInto>>,
  { most, silence }: { most: number; silence: number },
): Promise<void> {
  let size = 0;
  const keepsUp = paced(silence);
  const reader = request.body?.getReader();
  const timely = watched(parts.ended, silence);
  try {
    for (;;) {
      const { done, value } = (await timely(reader?.read().catch(gone))) ?? { done: true };
      if (done) break;
      size += value.byteLength;
      if (size > most) throw new TooMuch();
      if (!keepsUp(size)) throw new AppError('request.malformed', { cause: TRICKLE });
      await timely(parts.write(value));
    }
    await timely(parts.end());
  } finally {
    reader?.releaseLock();
  }
}

/** The sender has gone away. */
function gone(cause: unknown): never {
  throw new AppError('request.malformed', { cause });
}

/**
 * Waits for one thing after another, each so long at most, and no longer when `ended` rejects. Not by Promise.race: each
 * piece that was ever waited for would be kept for as long as `ended` is open.
 */
function watched(ended: Promise<unknown>, milliseconds: number) {
  let failure: { error: unknown } | undefined;
  let giveUp = (_error: unknown) => {};
  ended.catch((error) => {
    failure = { error };
    giveUp(error);
  });
  return async <Result>(work: Promise<Result> | undefined): Promise<Result | undefined> => {
    const waiting = Promise.withResolvers<Result | undefined>();
    giveUp = waiting.reject;
    if (failure) giveUp(failure.error);
    const timer = setTimeout(
      () => giveUp(new AppError('request.malformed', { cause: SILENT })),
      milliseconds,
    );
    Promise.resolve(work).then(waiting.resolve, waiting.reject);
    return waiting.promise.finally(() => clearTimeout(timer));
  };
}

/** Bytes a second: with less a body would be on its way for days. */
const LEAST_RATE = 1000;

/** Whether a body comes fast enough, as told by its size so far: looked at once in so many milliseconds. */
function paced(every: number) {
  let since = performance.now();
  let before = 0;
  return (size: number): boolean => {
    const passed = performance.now() - since;
    if (passed < every) return true;
    const isFastEnough = size - before >= (LEAST_RATE * passed) / 1000;
    since = performance.now();
    before = size;
    return isFastEnough;
  };
}

const TRICKLE = new Error('It only trickles.');
const SILENT = new Error('Nothing came for too long.');

const NAME_MAX = 200;

/** The last part of a path, on one line, without what cannot be seen or turns the direction of text. */
function cleanName(filename: string | undefined): string {
  const last = (filename ?? '').split(/[/\\]/).at(-1) ?? '';
  return oneLine(last.toWellFormed().replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, ''))
    .slice(-NAME_MAX)
    .toWellFormed();
}

/** Clears away what calls left that a crash ended, when nothing has been written to it for so many milliseconds. */
export async function clearIncoming(config: Pick<Config, 'dataDir'>, olderThan: number): Promise<void> {
  const dir = incoming(config);
  for (const name of await readdir(dir).catch(() => [])) {
    const path = join(dir, name);
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {};
    // A file's time is finer than the clock's, and may lie ahead of it.
    const isLeft = olderThan === 0 || (mtimeMs !== undefined && Date.now() - mtimeMs >= olderThan);
    if (isLeft) await rm(path, { force: true });
  }
}
