import { rm } from 'node:fs/promises';
import { S3Client, type S3File } from 'bun';
import type { Config } from '#src/platform/config.ts';
import { withDeadline } from '#src/platform/limits/deadline.ts';
import { AppError } from '#src/shared/errors.ts';
import { isUploadName, typeOfUpload, type UploadedFile, type Uploads } from './contract.ts';

/** The key prefix of uploads, so that the bucket can be shared. */
const FOLDER = 'uploads/';

/** For all requests except sending a file. */
const RESPONSE_TIMEOUT_MS = 4000;
/** Less than the two minutes after which the database ends the idle transaction of the call. */
const SEND_TIMEOUT_MS = 100_000;

/** Reports a failing storage as `server.unavailable`, like an unavailable database. */
async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('server.unavailable', { retryAfter: 2, cause });
  }
}

const withinTimeout = <Result>(work: Promise<Result>) =>
  orUnavailable(withDeadline(work, RESPONSE_TIMEOUT_MS));

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'NoSuchKey' || error.code === 'NotFound');

/** Stores uploads in an S3-compatible bucket, which several instances can share. */
export function openBucket(settings: NonNullable<Config['s3']>): Uploads {
  const client = new S3Client(settings);
  const keyOf = (name: string) => {
    if (!isUploadName(name)) throw new Error('Invalid upload name.');
    return `${FOLDER}${name}`;
  };
  return {
    async store(path, name) {
      const sending = client.write(keyOf(name), Bun.file(path), { type: typeOfUpload(name) });
      await orUnavailable(withDeadline(sending, SEND_TIMEOUT_MS));
      await rm(path, { force: true });
    },
    async find(name) {
      if (!isUploadName(name)) return undefined;
      const file = client.file(keyOf(name));
      const stat = await withinTimeout(
        file.stat().catch((error) => {
          if (isMissing(error)) return undefined;
          throw error;
        }),
      );
      return stat && uploadedFile(file, stat.size);
    },
    async list() {
      const uploads: Awaited<ReturnType<Uploads['list']>> = [];
      let continuationToken: string | undefined;
      do {
        const page = await withinTimeout(
          client.list({ prefix: FOLDER, ...(continuationToken && { continuationToken }) }),
        );
        for (const { key, lastModified } of page.contents ?? []) {
          const name = key.slice(FOLDER.length);
          if (isUploadName(name)) uploads.push({ name, modified: new Date(lastModified ?? 0) });
        }
        continuationToken = page.isTruncated ? page.nextContinuationToken : undefined;
      } while (continuationToken);
      return uploads;
    },
    remove: (name) => withinTimeout(client.delete(keyOf(name))),
  };
}

const uploadedFile = (file: S3File, size: number): UploadedFile => ({
  size,
  slice: (start, end) => file.slice(start, end),
});
