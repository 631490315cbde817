// `bun run backup:export [FILE]`: all content as one JSON document (D3, D19).
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Backup } from '../src/features/backup/export/service';
import { ensurePackages } from './ensure-packages';

const HELP = `Usage: bun run backup:export [FILE]

Writes all content, with the uploaded files, as one JSON document, as it is at this moment. Works while the server runs.
It holds the hashes of passwords and what people wrote: keep it as safe as the database itself.

  FILE     where to; a folder for a file of the usual name in it. Without it that name, in this folder.
           - for standard output. A file that is there is written over, when all of the new one is there.
  --help   this text

DATABASE_URL and DATA_DIR say which calendar.

Exit codes:
  0  done: the whole document is on the disk
  1  failed: nothing was written, or the database is away
  2  misused: wrong arguments`;

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

async function run(): Promise<number> {
  const target = readWords();
  if (typeof target === 'number') return target;
  await ensurePackages('run');
  const { openBackup } = await import('../src/features/backup/export/service');
  const { readConfig } = await import('../src/platform/config');
  const { createLog } = await import('../src/platform/log');
  const { openContext } = await import('../src/platform/open');
  try {
    const opened = await openContext(readConfig(process.env), createLog('warn'));
    try {
      say('reading');
      const backup = await openBackup(opened.context);
      try {
        if (target === '-') await writeOut(backup);
        else await writeFile(backup, await pathOf(target, backup));
      } finally {
        await backup.release();
      }
    } finally {
      await opened.close();
    }
    return DONE;
  } catch (error) {
    console.error(`Nothing exported. ${error instanceof Error ? error.message : error}`);
    return FAILED;
  }
}

function readWords(): string | number {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false } },
    });
    if (values.help) {
      console.log(HELP);
      return DONE;
    }
    if (positionals.length <= 1) return positionals[0] ?? '.';
    console.error(`Name one file.\n\n${HELP}`);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
  return MISUSED;
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
  console.log(path);
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
    say('writing', bytes, backup.bytes);
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
