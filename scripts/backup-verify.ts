// `bun run backup:verify FILE`: restores a backup into a scratch database and compares counts.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePackages } from './ensure-packages.ts';
import { withPlainBackup } from './passphrase.ts';
import { DONE, expectFile, FAILED, onCalendar, readArguments, runOrReport } from './script.ts';

const HELP = `Usage: bun run backup:verify FILE

Says whether FILE can be restored: imports it into a scratch database in the folder for temporary files, and compares
how many records of each kind the file and that database have. Changes nothing, and needs no calendar.

  FILE     may be encrypted (backup:export --with-admins): the passphrase is BACKUP_PASSPHRASE, or is asked for
  --help   this text

Exit codes:
  0  FILE can be restored
  1  it cannot, as printed
  2  misused: wrong arguments`;

async function run(): Promise<number> {
  const parameters = readArguments(HELP, { missingMessage: 'Name one file.' });
  if (typeof parameters === 'number') return parameters;
  await ensurePackages('run');
  const { discardEmbeddedPostgres } = await import('#src/platform/embedded-postgres/index.ts');
  return runOrReport('The backup cannot be restored.', async () => {
    await expectFile(parameters.word);
    const folder = await mkdtemp(join(tmpdir(), 'backup-verify-'));
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        discardEmbeddedPostgres(folder);
        process.exit(FAILED);
      });
    try {
      return await verify(parameters.word, folder);
    } finally {
      discardEmbeddedPostgres(folder);
    }
  });
}

async function verify(file: string, folder: string): Promise<number> {
  // Nothing of the environment: neither the calendar nor its bucket must be touched.
  const environment = { DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const { problems, counts } = await withPlainBackup({ dataDir: folder }, file, (path) =>
    onCalendar(
      async (scratch) => {
        const { verifyBackup } = await import('#src/features/backup/verify/service.ts');
        return verifyBackup(scratch, path);
      },
      { environment, mayCreate: true },
    ),
  );
  if (problems.length > 0) {
    console.error(`The backup cannot be restored:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    return FAILED;
  }
  const kept = Object.entries(counts).filter(([, count]) => count > 0);
  console.log(
    ['The backup can be restored. It has:', ...kept.map(([name, count]) => `${name}: ${count}`)].join('\n'),
  );
  return DONE;
}

process.exit(await run());
