import { utimes } from 'node:fs/promises';
import { recordAction } from '#src/features/audit/service.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { ReceivedFile } from '#src/platform/http/multipart.ts';
import { HOUR, takeAttempt } from '#src/platform/limits/rate-limit.ts';
import { inspectUpload } from '#src/platform/uploads/inspect.ts';
import { AppError } from '#src/shared/errors.ts';
import type { UploadResult } from '../contract.ts';
import { isPastGracePeriod, typeByExtension, UPLOADS_PATH } from '../rules.ts';
import { findSourceUrls, shareLockUploads, tryLockUploads } from '../store.ts';

/** For each admin, so that a stolen session cannot fill the disk: 200 files, or 2 GB, a day. */
const UPLOAD_LIMIT = { name: 'upload', limit: 200, seconds: 24 * HOUR };
/** A file counts once for each of these that it begins. */
const COUNTED_BYTES = 10 * 1024 * 1024;

async function countUpload(ctx: AdminContext, size: number): Promise<void> {
  for (let counted = 0; counted === 0 || counted < size; counted += COUNTED_BYTES) {
    const retryAfter = await takeAttempt(ctx.database.db, UPLOAD_LIMIT, ctx.admin.id);
    if (retryAfter > 0) throw new AppError('upload.too_many', { retryAfter });
  }
}

/**
 * Uploading the same bytes again resets the file's age. Throws `upload.kind`, `upload.dimensions`, `upload.too_many`.
 */
export async function storeUpload(ctx: AdminContext, file: ReceivedFile): Promise<UploadResult> {
  await countUpload(ctx, file.size);
  const { extension, digest } = await inspectUpload(file.path);
  const name = `${digest}.${extension}`;
  const now = ctx.now();
  await utimes(file.path, now, now);
  return ctx.database.db.transaction(async (tx) => {
    // Otherwise a sweep that has already read the file's old age could delete it now.
    await shareLockUploads(tx);
    await ctx.uploads.store(file.path, name);
    await recordAction(tx, ctx, 'banner.upload', { id: null, name });
    return { file_type: typeByExtension(name), file_url: `${UPLOADS_PATH}${name}` };
  });
}

export async function findOrphans({ uploads, now }: Context, db: Reader): Promise<string[]> {
  // Banners of earlier releases may have the full address of an upload.
  const usedNames = new Set((await findSourceUrls(db)).map((url) => url.slice(url.lastIndexOf('/') + 1)));
  const checkedAt = now();
  return (await uploads.list())
    .filter(({ name, modified }) => !usedNames.has(name) && isPastGracePeriod(modified, checkedAt))
    .map(({ name }) => name);
}

/** Less than a minute, after which the database aborts an idle transaction and releases its locks. */
const SWEEP_LIMIT_MS = 20_000;

export function sweepUploads(ctx: Context): Promise<number> {
  return ctx.database.db.transaction(async (tx) => {
    // A banner is being saved or a file uploaded. Leave it to the next sweep.
    if (!(await tryLockUploads(tx))) return 0;
    const orphans = await findOrphans(ctx, tx);
    const deadline = performance.now() + SWEEP_LIMIT_MS;
    let removedCount = 0;
    for (const name of orphans) {
      if (performance.now() > deadline) break;
      await ctx.uploads.remove(name);
      removedCount++;
    }
    return removedCount;
  });
}

export const blockUploadSweep = (db: Db): Promise<void> => shareLockUploads(db);
