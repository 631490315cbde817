import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { AppError, type ErrorCode } from '../shared/errors';
import type { Config } from './config';

/** A file that came with a call, on this machine until it is let go of. */
export type ReceivedFile = AsyncDisposable & {
  path: string;
  /** As the sender calls it, without folders; not to be trusted. */
  filename: string;
  /** In bytes. */
  size: number;
};

type Options = {
  /** The most bytes it may have; none for no limit. */
  limit?: number;
  /** What is told of one that is larger. */
  tooLarge?: ErrorCode;
  /** What is told when there is no field `file`. */
  missing?: ErrorCode;
};

/**
 * The field `file` of a multipart body, written to a temporary file as it comes, so that no more than a piece of it is in
 * memory. `await using` lets go of it. Throws `request.unsupported`, `request.malformed`, and the codes of `options`;
 * nothing is left then.
 */
export async function receiveFile(
  { dataDir }: Pick<Config, 'dataDir'>,
  request: Request,
  { limit = Number.POSITIVE_INFINITY, tooLarge = 'request.too_large', missing = 'request.invalid' }: Options,
): Promise<ReceivedFile> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('request.unsupported');
  const dir = join(dataDir, 'incoming');
  await mkdir(dir, { recursive: true });
  const path = join(dir, Bun.randomUUIDv7());
  const discard = () => rm(path, { force: true });
  try {
    const found = await receive(request, type, path, limit);
    if (!found) throw new AppError(missing);
    if (found.isCut) throw new AppError(tooLarge);
    return { path, filename: found.filename, size: found.size, [Symbol.asyncDispose]: discard };
  } catch (error) {
    await discard();
    throw error instanceof AppError ? error : new AppError('request.malformed', { cause: error });
  }
}

type Found = { filename: string; size: number; isCut: boolean };

/** Whoever goes away or stands still for so long sends no more. */
const SILENCE_LIMIT = 30_000;

async function receive(
  request: Request,
  type: string,
  path: string,
  limit: number,
): Promise<Found | undefined> {
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: { files: 1, fields: 20, fieldSize: 10_000, parts: 30, headerPairs: 50, fileSize: limit },
  });
  let found: Found | undefined;
  let written: Promise<void> = Promise.resolve();
  parser.on('file', (name: string, stream: BusboyFileStream, filename: string) => {
    if (name !== 'file') return stream.resume();
    const mine: Found = { filename: filename ?? '', size: 0, isCut: false };
    found = mine;
    stream.on('data', (chunk: Buffer) => {
      mine.size += chunk.byteLength;
    });
    stream.on('limit', () => {
      mine.isCut = true;
      // Nobody need send the rest.
      source.destroy(new AppError('request.too_large'));
    });
    written = pipeline(stream, createWriteStream(path));
    written.catch(() => {});
  });
  const source = Readable.fromWeb((request.body ?? new ReadableStream()) as never);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => source.destroy(new Error('Nothing came for too long.')), SILENCE_LIMIT);
  };
  alive();
  source.on('data', alive);
  try {
    await pipeline(source, parser);
    await written;
  } catch (error) {
    if (!found?.isCut) throw error;
  } finally {
    clearTimeout(timer);
  }
  return found;
}
