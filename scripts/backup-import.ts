// `bun run backup:import FILE --yes`: replaces all content by what a backup says (D3, D19).
import { parseArgs } from 'node:util';
import type { ImportAnswer } from '../src/features/backup/contract';
import type { ImportProgress } from '../src/features/backup/import/service';
import { ensurePackages } from './ensure-packages';

const HELP = `Usage: bun run backup:import FILE --yes

REPLACES ALL CONTENT by what FILE, a backup, says: events, ads, users, messages, banners, uploads, admins and the rest.
Members and admins are logged out. Who has deleted their account does not come back. Works while the server runs.

  --yes    that is what you want; without it nothing happens
  --help   this text

The whole file is checked first. What is tied together is replaced together or stays as it was, and each is told.
DATABASE_URL and DATA_DIR say which calendar.

Exit codes:
  0  done: everything was replaced
  1  failed: the file is no whole backup, another import is under way, the database is away: nothing has changed;
     or some collections stayed as they were, as was told
  2  misused: wrong arguments, or no --yes`;

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

async function run(): Promise<number> {
  const file = readWords();
  if (typeof file === 'number') return file;
  await ensurePackages('run');
  const { importBackup } = await import('../src/features/backup/import/service');
  const { readConfig } = await import('../src/platform/config');
  const { createLog } = await import('../src/platform/log');
  const { openContext } = await import('../src/platform/open');
  try {
    const opened = await openContext(readConfig(process.env), createLog('warn'));
    try {
      const { collections } = await importBackup(opened.context, file, { onProgress });
      const lines = Object.entries(collections).map(describe);
      console.log(lines.join('\n'));
      return Object.values(collections).every(({ status }) => status === 'success') ? DONE : FAILED;
    } finally {
      await opened.close();
    }
  } catch (error) {
    console.error(`Nothing imported. ${error instanceof Error ? error.message : error}`);
    return FAILED;
  }
}

function readWords(): string | number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        yes: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(HELP);
      return DONE;
    }
    const [file, ...more] = positionals;
    if (file && more.length === 0 && values.yes) return file;
    const fault = file && more.length === 0 ? 'All content would be replaced: say --yes.' : 'Name one file.';
    console.error(`${fault}\n\n${HELP}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
  return MISUSED;
}

function describe([name, result]: [string, ImportAnswer['collections'][string]]): string {
  return result.status === 'success'
    ? `${name}: ${result.count}`
    : `${name}: NOT REPLACED. ${result.message}`;
}

let saidAt = 0;

/** On a terminal one line that changes; elsewhere a line for each step, and one every ten seconds. */
function onProgress({ stage, done, total }: ImportProgress): void {
  const now = performance.now();
  const isEdge = done === 0 || done === total;
  if (!isEdge && now - saidAt < (process.stderr.isTTY ? 100 : 10_000)) return;
  saidAt = now;
  const isLast = stage === 'replacing' && done === total;
  const line = `${stage} ${total > 0 ? Math.floor((100 * done) / total) : 100} %`;
  if (!process.stderr.isTTY) process.stderr.write(`${line}\n`);
  else process.stderr.write(isLast ? '\r\x1b[K' : `\r\x1b[K${line} ...`);
}

process.exit(await run());
