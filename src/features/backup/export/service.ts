import { join } from 'node:path';
import { recordAction } from '#src/features/audit/service.ts';
import { findOrphans } from '#src/features/banners/upload/service.ts';
import type { Admin, Context } from '#src/platform/context.ts';
import { limitConcurrency } from '#src/platform/limits/concurrency.ts';
import { countStreamedBytes } from '#src/platform/memory.ts';
import type { Uploads } from '#src/platform/uploads.ts';
import { makeWorkDir, openWriter, readChunks } from '#src/platform/work-dir.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { fold } from '#src/shared/text.ts';
import { ADMIN_COLLECTIONS, ORDER_NUMBERS_COLLECTION } from '../collections/groups.ts';
import { COLLECTIONS, findLastOrderNumber } from '../collections/store.ts';
import { BACKUP_VERSION } from '../contract.ts';
import { inSnapshot, readRecordLines } from './store.ts';
import { findUploads, readUpload, type Upload, uploadLength } from './uploads.ts';

export type Backup = {
  filename: string;
  bytes: number;
  /** Not valid JSON unless read to its end. */
  pieces: () => AsyncGenerator<Uint8Array>;
  /** Deletes the temporary files. Call it after the last read, or if the document is not needed. */
  release: () => Promise<void>;
};

/** Few, because each export uses a connection of the pool. */
const EXPORTS_MAX = 2;
const RETRY_AFTER_SECONDS = 5;
const withExportSlot = limitConcurrency({ running: EXPORTS_MAX, retryAfter: RETRY_AFTER_SECONDS });

type ExportOptions = {
  signal?: AbortSignal;
  /** With the admins, their password hashes and second factors. The caller encrypts it. */
  withAdmins?: boolean;
};

/**
 * Writes the records to a file first, so that slow downloads do not keep a transaction open. Uploads never change, so
 * they are read while they are sent. Throws `server.unavailable` while two other exports run.
 */
export async function openBackup(
  ctx: Context & { admin?: Admin },
  options: ExportOptions = {},
): Promise<Backup> {
  const dir = await makeWorkDir(ctx.config);
  try {
    const path = join(dir.path, 'records.json');
    const recordsBytes = await withExportSlot(() => writeRecords(ctx, path, options));
    const uploads = await findUploads(ctx.uploads, await findOrphans(ctx, ctx.database.db));
    // Recorded before the first byte is sent: an interrupted download has already leaked data.
    const { admin } = ctx;
    if (admin)
      await ctx.database.db.transaction((tx) => recordAction(tx, { ...ctx, admin }, 'backup.export'));
    return {
      filename: filenameOf(ctx),
      bytes: recordsBytes + totalUploadLength(uploads) + DOCUMENT_END.length,
      pieces: () => readDocument(path, ctx.uploads, uploads),
      release: dir.remove,
    };
  } catch (error) {
    await dir.remove();
    throw error;
  }
}

/** In ASCII for every file system, such as `kalender-backup-2027-01-15.json`. */
function filenameOf({ config, now }: Context): string {
  const product = fold(config.siteName)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${product || 'kalender'}-backup-${dayInStockholm(now())}.json`;
}

async function writeRecords(
  ctx: Context,
  path: string,
  { signal, withAdmins = false }: ExportOptions,
): Promise<number> {
  const collections = COLLECTIONS.filter(({ name }) => withAdmins || !ADMIN_COLLECTIONS.includes(name));
  const file = await openWriter(path);
  try {
    await inSnapshot(ctx.database.db, async (tx) => {
      const head = { version: BACKUP_VERSION, created_at: ctx.now().toISOString() };
      await file.write(`${JSON.stringify(head).slice(0, -1)},"collections":{\n`);
      for (const collection of collections) {
        await file.write(`${JSON.stringify(collection.name)}:[`);
        let separator = '\n';
        for await (const lines of readRecordLines(tx, ctx.database.sql, collection)) {
          signal?.throwIfAborted();
          await file.write(separator + lines.join(',\n'));
          separator = ',\n';
        }
        await file.write('\n],\n');
      }
      // Sequences are not part of the snapshot. Read last, the number is at least that of the ads above.
      await file.write(
        `"${ORDER_NUMBERS_COLLECTION}":[{"last":${await findLastOrderNumber(tx)}}]\n},\n"uploads":[`,
      );
    });
    return await file.flush();
  } finally {
    await file.close();
  }
}

const separatorBefore = (index: number) => (index === 0 ? '\n' : ',\n');
const DOCUMENT_END = '\n]}\n';

const totalUploadLength = (uploads: readonly Upload[]) =>
  uploads.reduce((sum, upload, index) => sum + separatorBefore(index).length + uploadLength(upload), 0);

async function* readDocument(
  path: string,
  storage: Uploads,
  uploads: readonly Upload[],
): AsyncGenerator<Uint8Array> {
  for await (const piece of readChunks(path)) yield piece.slice();
  for (const [index, upload] of uploads.entries()) {
    yield Buffer.from(separatorBefore(index));
    for await (const text of readUpload(storage, upload)) {
      countStreamedBytes(text.length);
      yield Buffer.from(text);
    }
  }
  yield Buffer.from(DOCUMENT_END);
}
