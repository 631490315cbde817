import * as v from 'valibot';
import type { Log } from '#src/platform/log.ts';
import type { FileOperation } from '#src/platform/procedure/files.ts';
import { AppError } from '#src/shared/errors.ts';
import { FILE_BYTES_HEADER } from '#src/shared/file-responses.ts';
import { BackupImportResult } from './contract.ts';
import { isEncrypted } from './encryption/service.ts';
import { type Backup, openBackup } from './export/service.ts';
import { importBackup } from './import/service.ts';

/** For the API description. The export writes it piece by piece, and the import has a parser of its own. */
const BackupDocument = v.object({
  version: v.number(),
  created_at: v.string(),
  collections: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
  uploads: v.array(v.object({ name: v.string(), size: v.number(), data: v.array(v.string()) })),
});

const ENCRYPTED = 'Filen är krypterad. Läs in den på servern, med bun run backup:import. Inget har ändrats.';

export const backupFiles: FileOperation[] = [
  {
    name: 'admin.backup.export',
    needsConfirmation: true,
    mayTakeMinutes: true,
    rest: 'GET /admin/backup/export',
    summary: 'Export a backup',
    description:
      'Downloads all content except the admin accounts as one JSON document. It contains the password hashes of members: keep it secret. ' +
      'At most two exports run at the same time.',
    responseType: 'application/json',
    output: BackupDocument,
    handle: async (ctx, request) => {
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
    mayTakeMinutes: true,
    rest: 'POST /admin/backup/import',
    summary: 'Import a backup',
    description:
      'Checks the document, then replaces all content except the admin accounts. ' +
      '`collections` reports the result of each collection.',
    errors: ['backup.unreadable', 'backup.not_json', 'backup.version', 'backup.busy'],
    output: BackupImportResult,
    accepts: {
      fileDescription: 'A document from the export. Its size is not limited.',
      missingCode: 'backup.file',
    },
    handle: async (ctx, _, file) => {
      if (file.size === 0) throw new AppError('backup.file');
      if (await isEncrypted(file.path)) throw new AppError('backup.not_json', { detail: ENCRYPTED });
      const { collections } = await importBackup(ctx, file.path, { caller: ctx });
      return Response.json({ collections } satisfies BackupImportResult, {
        headers: { 'cache-control': 'no-store' },
      });
    },
  },
];

const STALL_LIMIT_MS = 120_000;

function streamOf(backup: Backup, log: Log): ReadableStream<Uint8Array> {
  const pieces = backup.pieces();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const release = async () => {
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
            await release();
            return controller.close();
          }
          controller.enqueue(value);
          timer = setTimeout(() => {
            controller.error(new Error('The client stopped reading the backup.'));
            void release();
          }, STALL_LIMIT_MS);
        } catch (error) {
          await release();
          log.error({ err: error }, 'Backup export failed while the file was being sent. Export it again.');
          // Aborts the connection, so that the client does not take a partial file for a complete one.
          controller.error(error);
        }
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
}
