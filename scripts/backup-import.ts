// `bun run backup:import FILE --yes`: replaces all content by a backup.
import type { Changes } from '#src/features/audit/contract.ts';
import type { BackupImportResult } from '#src/features/backup/contract.ts';
import type { ImportProgress } from '#src/features/backup/import/service.ts';
import { withPlainBackup } from './passphrase.ts';
import { DONE, expectFile, FAILED, onCalendar, readArguments, reportMisuse, runOrReport } from './script.ts';

const HELP = `Usage: bun run backup:import FILE --yes

REPLACES ALL CONTENT by the backup FILE: events, ads, users, messages, banners, uploads and the rest. A backup made
--with-admins also replaces all admin accounts and logs admins out; else, and through the portal, they stay as they are.
Members are logged out. Deleted accounts are not restored. Works while the server runs.

  FILE     may be encrypted (backup:export --with-admins): the passphrase is BACKUP_PASSPHRASE, or is asked for
  --yes    confirms the replacement; required
  --help   this text

Checks the whole file before it changes anything. Collections that refer to each other are replaced together or not at
all. Prints the result of each collection.
DATABASE_URL and DATA_DIR select the calendar.

Exit codes:
  0  done: everything was replaced
  1  failed: nothing has changed, because there is no calendar, the file is not a complete backup, another import is
     running or the database is unavailable; or some collections were not replaced, as printed
  2  misused: wrong arguments, or no --yes`;

async function run(): Promise<number> {
  const parameters = readArguments(HELP, { missingMessage: 'Name one file.', flags: ['yes'] });
  if (typeof parameters === 'number') return parameters;
  if (!parameters.flags.yes) return reportMisuse('This replaces all content. Add --yes to confirm.', HELP);
  return runOrReport('Nothing imported.', async () => {
    await expectFile(parameters.word);
    return onCalendar(async (context) => {
      const { importBackup } = await import('#src/features/backup/import/service.ts');
      const { collections, changes } = await withPlainBackup(context.config, parameters.word, (path) =>
        importBackup(context, path, { onProgress }),
      );
      for (const [name, result] of Object.entries(collections))
        console.log(describe(name, result, changes[name]));
      return Object.values(collections).every(({ status }) => status === 'success') ? DONE : FAILED;
    });
  });
}

function describe(
  name: string,
  result: BackupImportResult['collections'][string],
  changes: Changes | undefined,
): string {
  if (result.status === 'error') return `${name}: NOT REPLACED. ${result.message}`;
  if (result.message) return `${name}: ${result.count}. ${result.message}`;
  const { added = 0, replaced = 0, removed = 0 } = changes ?? {};
  return `${name}: ${result.count} (${added} added, ${replaced} changed, ${removed} removed)`;
}

const PROGRESS_INTERVAL_MS = process.stderr.isTTY ? 100 : 10_000;
let lastShownMs = 0;

/** A terminal shows one line that is updated. Elsewhere a line is printed for each stage, and every ten seconds. */
function onProgress({ stage, done, total }: ImportProgress): void {
  const now = performance.now();
  const isFirstOrLast = done === 0 || done === total;
  if (!isFirstOrLast && now - lastShownMs < PROGRESS_INTERVAL_MS) return;
  lastShownMs = now;
  const isLast = stage === 'replacing' && done === total;
  const line = `${stage} ${total > 0 ? Math.floor((100 * done) / total) : 100} %`;
  if (!process.stderr.isTTY) process.stderr.write(`${line}\n`);
  else process.stderr.write(isLast ? '\r\x1b[K' : `\r\x1b[K${line} ...`);
}

process.exit(await run());
