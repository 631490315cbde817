import type { FileOperation } from '../../platform/files';
import type { Log } from '../../platform/log';
import { AppError } from '../../shared/errors';
import { FILE_BYTES_HEADER } from '../../shared/file-answers';
import type { ImportAnswer } from './contract';
import { type Backup, openBackup } from './export/service';
import { importBackup } from './import/service';

export const backupFiles: FileOperation[] = [
  {
    name: 'admin.backup.export',
    needsConfirmation: true,
    isLong: true,
    rest: 'GET /admin/backup/export',
    summary: 'All content as one JSON document, as it is at this moment.',
    gives: 'application/json',
    answer: async (ctx, request) => {
      const backup = await openBackup(ctx, { signal: request.signal });
      return new Response(streamOf(backup, ctx.log), {
        headers: {
          'content-type': 'application/json',
          'content-disposition': `attachment; filename="${backup.filename}"`,
          'cache-control': 'no-store',
          [FILE_BYTES_HEADER]: String(backup.bytes),
        },
      });
    },
  },
  {
    name: 'admin.backup.import',
    needsConfirmation: true,
    isLong: true,
    rest: 'POST /admin/backup/import',
    summary: 'Replaces all content by what a backup says; admin accounts stay as they are.',
    takes: { what: 'A document that the export has given, of any size.', missing: 'backup.file' },
    answer: async (ctx, _, file) => {
      if (file.size === 0) throw new AppError('backup.file');
      const { collections } = await importBackup(ctx, file.path, { caller: ctx.admin });
      return Response.json({ collections } satisfies ImportAnswer, {
        headers: { 'cache-control': 'no-store' },
      });
    },
  },
];

/** Whoever reads nothing for so long is gone, in milliseconds. */
const STALL_LIMIT = 120_000;

/** The document for a reader as fast as they read; what it holds is let go of however that ends. */
function streamOf(backup: Backup, log: Log): ReadableStream<Uint8Array> {
  const pieces = backup.pieces();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = async () => {
    clearTimeout(timer);
    await pieces.return(undefined);
    await backup.release();
  };
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(timer);
        try {
          const { value, done } = await pieces.next();
          if (done) {
            await end();
            return controller.close();
          }
          controller.enqueue(value);
          timer = setTimeout(() => {
            controller.error(new Error('Nobody reads the backup any more.'));
            void end();
          }, STALL_LIMIT);
        } catch (error) {
          await end();
          log.error({ err: error }, 'A backup could not be sent to its end.');
          // Breaks the connection off: what has come so far must not look like all of it.
          controller.error(error);
        }
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
