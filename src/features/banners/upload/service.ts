import { utimes } from 'node:fs/promises';
import type { AdminContext, Context } from '../../../platform/context';
import type { Db, Reader } from '../../../platform/database';
import type { ReceivedFile } from '../../../platform/multipart';
import { inspectUpload } from '../../../platform/uploads/inspect';
import { recordAction } from '../../audit/service';
import type { UploadResult } from '../contract';
import { isPastGracePeriod, typeByExtension, UPLOADS_PATH } from '../rules';
import { findFileUrls, shareLockUploads, tryLockUploads } from '../store';

/** Uploading the same bytes again resets the file's age. Throws `upload.kind`, `upload.broken`, `upload.dimensions`. */
export async function storeUpload(ctx: AdminContext, file: ReceivedFile): Promise<UploadResult> {
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
  const usedUrls = await findFileUrls(db, UPLOADS_PATH);
  const checkedAt = now();
  return (await uploads.list())
    .filter(
      ({ name, modified }) =>
        !usedUrls.has(`${UPLOADS_PATH}${name}`) && isPastGracePeriod(modified, checkedAt),
    )
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
