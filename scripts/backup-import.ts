// `bun run backup:import FILE --yes`: replaces all content by what a backup says (D3, D19).
import type { Changes } from '../src/features/audit/contract';
import type { ImportAnswer } from '../src/features/backup/contract';
import type { ImportProgress } from '../src/features/backup/import/service';
import { attempt, DONE, FAILED, misused, onCalendar, readWords } from './script';

const HELP = `Usage: bun run backup:import FILE --yes

REPLACES ALL CONTENT by what FILE, a backup, says: events, ads, users, messages, banners, uploads and the rest. Also
replaces all admin accounts, which an import through the portal leaves as they are. At least one admin must be left.
Members and admins are logged out. Deleted accounts are not restored. Works while the server runs.

  --yes    that is what you want; without it nothing happens
  --help   this text

The whole file is checked first. What is tied together is replaced together or stays as it was, and each is told.
DATABASE_URL and DATA_DIR say which calendar.

Exit codes:
  0  done: everything was replaced
  1  failed: the file is no whole backup, another import is under way, the database is away: nothing has changed;
     or some collections stayed as they were, as was told
  2  misused: wrong arguments, or no --yes`;

async function run(): Promise<number> {
  const words = readWords(HELP, { missing: 'Name one file.', flags: ['yes'] });
  if (typeof words === 'number') return words;
  if (!words.flags.yes) return misused('All content would be replaced: say --yes.', HELP);
  return attempt('Nothing imported.', () =>
    onCalendar(async (context) => {
      const { importBackup } = await import('../src/features/backup/import/service');
      const { collections, changes } = await importBackup(context, words.word, { onProgress });
      for (const [name, result] of Object.entries(collections))
        console.log(describe(name, result, changes[name]));
      return Object.values(collections).every(({ status }) => status === 'success') ? DONE : FAILED;
    }),
  );
}

function describe(
  name: string,
  result: ImportAnswer['collections'][string],
  changes: Changes | undefined,
): string {
  if (result.status === 'error') return `${name}: NOT REPLACED. ${result.message}`;
  const { added = 0, replaced = 0, removed = 0 } = changes ?? {};
  return `${name}: ${result.count} (${added} added, ${replaced} changed, ${removed} removed)`;
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
