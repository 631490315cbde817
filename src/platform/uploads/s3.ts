import { rm } from 'node:fs/promises';
import { S3Client, type S3File } from 'bun';
import { AppError } from '../../shared/errors';
import type { Config } from '../config';
import { withDeadline } from '../deadline';
import { isUploadName, typeOfUpload, type UploadedFile, type Uploads } from './contract';

/** Uploads stand under it, so that the bucket may hold other things too. */
const FOLDER = 'uploads/';

/** In milliseconds: all but the sending of a file is quick, or the storage is away. */
const ANSWER_TIME = 4000;

/** The storage away is as the database away is: 503, and to try again (D5). */
async function asked<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('server.unavailable', { retryAfter: 2, cause });
  }
}

const soon = <Answer>(work: Promise<Answer>) => asked(withDeadline(work, ANSWER_TIME));

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'NoSuchKey' || error.code === 'NotFound');

/** Uploads in S3-compatible storage, which several instances share (D2). */
export function openBucket(settings: NonNullable<Config['s3']>): Uploads {
  const client = new S3Client(settings);
  const keyOf = (name: string) => {
    if (!isUploadName(name)) throw new Error('Not a name of an upload.');
    return `${FOLDER}${name}`;
  };
  return {
    async keep(path, name) {
      await asked(client.write(keyOf(name), Bun.file(path), { type: typeOfUpload(name) }));
      await rm(path, { force: true });
    },
    async find(name) {
      if (!isUploadName(name)) return undefined;
      const file = client.file(keyOf(name));
      const stat = await soon(
        file.stat().catch((error) => {
          if (isMissing(error)) return undefined;
          throw error;
        }),
      );
      return stat && sized(file, stat.size);
    },
    async list() {
      const all: Awaited<ReturnType<Uploads['list']>> = [];
      let continuationToken: string | undefined;
      do {
        const page = await soon(
          client.list({ prefix: FOLDER, ...(continuationToken && { continuationToken }) }),
        );
        for (const { key, lastModified } of page.contents ?? []) {
          const name = key.slice(FOLDER.length);
          if (isUploadName(name)) all.push({ name, modified: new Date(lastModified ?? 0) });
        }
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
      } while (continuationToken);
      return all;
    },
    remove: (name) => soon(client.delete(keyOf(name))),
  };
}

/** A file of the storage does not know its size by itself. */
const sized = (file: S3File, size: number): UploadedFile => ({
  size,
  slice: (start, end) => file.slice(start, end),
});
