// `bun run backup:export [FILE]`: writes all content as one JSON document.
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Backup } from '#src/features/backup/export/service.ts';
import { askNewPassphrase } from './passphrase.ts';
import { DONE, onCalendar, readArguments, reportMisuse, runOrReport } from './script.ts';

const HELP = `Usage: bun run backup:export [FILE] [--with-admins]

Writes all content and uploaded files as one JSON document, a consistent snapshot. Works while the server runs.
It contains the password hashes of members and personal data: keep it as safe as the database itself.
It has no admins: their accounts, passwords and second factors are only in a document --with-admins. An import
without them keeps the admins that are there.

  FILE     where to write. For a folder, a file with the default name in it. Default: that name in the
           current folder, which git ignores. - for standard output. An existing file is replaced once the
           new one is complete.
  --with-admins
           for a move to another machine: adds the admins with their password hashes and second factors, and
           encrypts the whole document with the passphrase in BACKUP_PASSPHRASE, or with one that is asked for.
           backup:import and backup:verify ask for it too. Without the passphrase the file is worthless.
  --help   this text

DATABASE_URL and DATA_DIR select the calendar.

Exit codes:
  0  done: the complete document is on disk
  1  failed: nothing was written, because there is no calendar, the database is unavailable or FILE cannot be written
  2  misused: wrong arguments`;

async function run(): Promise<number> {
  const parameters = readArguments(HELP, {
    missingMessage: 'Name one file.',
    defaultWord: '.',
    flags: ['with-admins'],
  });
  if (typeof parameters === 'number') return parameters;
  const passphrase = parameters.flags['with-admins'] ? await askNewPassphrase() : undefined;
  if (typeof passphrase === 'object') return reportMisuse(passphrase.error);
  return runOrReport('Nothing exported.', () =>
    onCalendar(async (context) => {
      const { openBackup } = await import('#src/features/backup/export/service.ts');
      showProgress('reading the database');
      const plain = await openBackup(context, { withAdmins: passphrase !== undefined });
      const backup = passphrase === undefined ? plain : await encrypted(plain, passphrase);
      try {
        if (parameters.word === '-') await writeToStdout(backup);
        else await writeFile(backup, await pathOf(parameters.word, backup));
      } finally {
        await backup.release();
      }
      return DONE;
    }),
  );
}

async function encrypted(backup: Backup, passphrase: string): Promise<Backup> {
  const { encrypt, encryptedLength } = await import('#src/features/backup/encryption/service.ts');
  return {
    ...backup,
    filename: backup.filename.replace(/\.json$/, '.encrypted.json'),
    bytes: encryptedLength(backup.bytes),
    pieces: () => encrypt(backup.pieces(), passphrase),
  };
}

async function pathOf(target: string, { filename }: Backup): Promise<string> {
  const path = resolve((await isFolder(target)) ? join(target, filename) : target);
  if (!(await isFolder(dirname(path)))) throw new Error(`There is no folder ${dirname(path)}.`);
  return path;
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Renames a temporary file with mode 0600 once it is complete and on disk. */
async function writeFile(backup: Backup, path: string): Promise<void> {
  const temporaryPath = join(dirname(path), `.${Bun.randomUUIDv7()}.unfinished`);
  try {
    const file = await open(temporaryPath, 'wx', 0o600);
    try {
      for await (const piece of withProgress(backup)) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
  console.log(`The backup is ${path}, which only you can read: keep it as safe as the database itself.`);
}

/** A renamed file is safe only once its folder is on disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function writeToStdout(backup: Backup): Promise<void> {
  for await (const piece of withProgress(backup)) await Bun.write(Bun.stdout, piece);
}

async function* withProgress(backup: Backup): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of backup.pieces()) {
    bytes += piece.byteLength;
    showProgress('writing the document', bytes, backup.bytes);
    yield piece;
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

const PROGRESS_INTERVAL_MS = process.stderr.isTTY ? 100 : 10_000;
let lastShownMs = 0;

/** A terminal shows one line that is updated. Elsewhere a line is printed every ten seconds. */
function showProgress(stage: string, done?: number, total = 0): void {
  const now = performance.now();
  if (done !== undefined && now - lastShownMs < PROGRESS_INTERVAL_MS) return;
  lastShownMs = now;
  const percentage = done === undefined ? '' : ` ${Math.floor((100 * done) / total)} %`;
  process.stderr.write(
    process.stderr.isTTY ? `\r\x1b[K${stage}${percentage} ...` : `${stage}${percentage}\n`,
  );
}

process.exit(await run());
