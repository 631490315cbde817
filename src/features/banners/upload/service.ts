import { utimes } from 'node:fs/promises';
import type { AdminContext, Context } from '../../../platform/context';
import type { Db, Reader } from '../../../platform/database';
import type { ReceivedFile } from '../../../platform/multipart';
import { judgeUpload } from '../../../platform/uploads/judge';
import { recordAct } from '../../audit/service';
import type { UploadAnswer } from '../contract';
import { isOrphan, typeByEnding, UPLOADS_PATH } from '../rules';
import { claimUploads, findFileUrls, holdUploads } from '../store';

/**
 * Keeps a file that came, under a name of its content, once its bytes have shown what it is (D21). The same bytes again
 * are young again. Throws `upload.kind`, `upload.broken`, `upload.dimensions`.
 */
export async function keepUpload(ctx: AdminContext, file: ReceivedFile): Promise<UploadAnswer> {
  const { ending, digest } = await judgeUpload(file.path);
  const name = `${digest}.${ending}`;
  const now = ctx.now();
  await utimes(file.path, now, now);
  return ctx.database.db.transaction(async (tx) => {
    // Between a sweep's look at its age and its removal it would be lost.
    await holdUploads(tx);
    await ctx.uploads.keep(file.path, name);
    await recordAct(tx, ctx, 'banner.upload', { id: null, name });
    return { file_type: typeByEnding(name), file_url: `${UPLOADS_PATH}${name}` };
  });
}

/** The uploads that a sweep may take: no banner shows them, and nobody has sent them for a day. */
export async function findOrphans({ uploads, now }: Context, db: Reader): Promise<string[]> {
  const shown = await findFileUrls(db, UPLOADS_PATH);
  const at = now();
  return (await uploads.list())
    .filter(({ name, modified }) => !shown.has(`${UPLOADS_PATH}${name}`) && isOrphan(modified, at))
    .map(({ name }) => name);
}

/** In milliseconds: the database ends a transaction, and its lock, that has been silent for a minute. */
const SWEEP_TIME = 20_000;

/** Removes the orphans among the uploads; answers how many. */
export function sweepUploads(ctx: Context): Promise<number> {
  return ctx.database.db.transaction(async (tx) => {
    // Somebody saves a banner or uploads just now: the next sweep will do.
    if (!(await claimUploads(tx))) return 0;
    const orphans = await findOrphans(ctx, tx);
    const end = performance.now() + SWEEP_TIME;
    let removed = 0;
    for (const name of orphans) {
      if (performance.now() > end) break;
      await ctx.uploads.remove(name);
      removed++;
    }
    return removed;
  });
}

/** No sweep takes an upload until the caller's transaction ends. */
export const holdBackSweep = (db: Db): Promise<void> => holdUploads(db);
