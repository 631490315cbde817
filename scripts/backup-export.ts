// `bun run backup:export [FILE]`: all content as one JSON document (D3, D19).
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Backup } from '../src/features/backup/export/service';
import { attempt, DONE, onCalendar, readWords } from './script';

const HELP = `Usage: bun run backup:export [FILE]

Writes all content, with the uploaded files, as one JSON document, as it is at this moment. Works while the server runs.
It holds the hashes of passwords and what people wrote: keep it as safe as the database itself.

  FILE     where to; a folder for a file of the usual name in it. Without it that name, in this folder;
           git leaves such a file alone. - for standard output. A file that is there is written over, when all of the new one is there.
  --help   this text

DATABASE_URL and DATA_DIR say which calendar.

Exit codes:
  0  done: the whole document is on the disk
  1  failed: nothing was written, or the database is away
  2  misused: wrong arguments`;

async function run(): Promise<number> {
  const words = readWords(HELP, { missing: 'Name one file.', otherwise: '.' });
  if (typeof words === 'number') return words;
  return attempt('Nothing exported.', () =>
    onCalendar(async (context) => {
      const { openBackup } = await import('../src/features/backup/export/service');
      say('reading the database');
      const backup = await openBackup(context);
      try {
        if (words.word === '-') await writeOut(backup);
        else await writeFile(backup, await pathOf(words.word, backup));
      } finally {
        await backup.release();
      }
      return DONE;
    }),
  );
}

async function pathOf(target: string, { filename }: Backup): Promise<string> {
  const isFolder = await stat(target).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return resolve(isFolder ? join(target, filename) : target);
}

/** Written whole or not at all: under another name until the last byte is on the disk. For the owner's eyes alone. */
async function writeFile(backup: Backup, path: string): Promise<void> {
  const unfinished = join(dirname(path), `.${Bun.randomUUIDv7()}.unfinished`);
  try {
    const file = await open(unfinished, 'wx', 0o600);
    try {
      for await (const piece of told(backup)) await file.appendFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  console.log(`The backup is ${path}, which only you can read: keep it as safe as the database itself.`);
}

/** The new name is on the disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function writeOut(backup: Backup): Promise<void> {
  for await (const piece of told(backup)) await Bun.write(Bun.stdout, piece);
}

async function* told(backup: Backup): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of backup.pieces()) {
    bytes += piece.byteLength;
    say('writing the document', bytes, backup.bytes);
    yield piece;
  }
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

let saidAt = 0;

/** On a terminal one line that changes; elsewhere a line every ten seconds. */
function say(stage: string, done?: number, total = 0): void {
  const now = performance.now();
  if (done !== undefined && now - saidAt < (process.stderr.isTTY ? 100 : 10_000)) return;
  saidAt = now;
  const part = done === undefined ? '' : ` ${Math.floor((100 * done) / total)} %`;
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${stage}${part} ...` : `${stage}${part}\n`);
}

process.exit(await run());
