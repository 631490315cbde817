import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config';
import { notePassed } from './memory';

/** What a process that was killed has left; nothing takes so long. */
const OLD = 24 * 3_600_000;

const rootIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'work');

/**
 * A folder of its own in the data folder for files that are being worked on, until it is removed. For the owner's eyes
 * alone: all content passes through it. Its name begins with the process that is at work.
 */
export async function makeWorkDir(
  config: Pick<Config, 'dataDir'>,
): Promise<{ path: string; remove: () => Promise<void> }> {
  await clearWork(config, { isOurs: false });
  const path = join(rootIn(config), `${process.pid}-${Bun.randomUUIDv7()}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Clears away what processes left that were killed: what is old, and at the start of a process in a data folder that is
 * this machine's alone (`isOurs`) also what none that runs has made. A script can be at work meanwhile.
 */
export async function clearWork(
  config: Pick<Config, 'dataDir'>,
  { isOurs }: { isOurs: boolean },
): Promise<void> {
  const root = rootIn(config);
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    const made = await stat(path).catch(() => undefined);
    const isLeft = (made && Date.now() - made.mtimeMs > OLD) || (isOurs && !isAtWork(name));
    if (isLeft) await rm(path, { recursive: true, force: true });
  }
}

/** Whether the process that a folder is named by runs, and is not this one, which has only begun. */
function isAtWork(name: string): boolean {
  const pid = Number(/^(\d+)-/.exec(name)?.[1]);
  // Not named by any.
  if (!pid) return true;
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const LOT = 256 * 1024;

/** Writes all of it where the file is; one call may take but a part. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, length = bytes.length): Promise<void> {
  for (let start = 0; start < length; ) {
    const { bytesWritten } = await file.write(bytes, start, length - start);
    start += bytesWritten;
  }
}

/** A new file to be written, for the owner's eyes alone. */
export const openFile = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

/** A file that is written text by text; what waits is small. */
export async function openWriter(path: string) {
  const file = await openFile(path);
  let waiting: string[] = [];
  let length = 0;
  let written = 0;
  const flush = async () => {
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
    await writeAll(file, bytes);
    written += bytes.byteLength;
    notePassed(bytes.byteLength);
  };
  return {
    async write(text: string): Promise<void> {
      waiting.push(text);
      length += text.length;
      if (length >= LOT) await flush();
    },
    /** Writes what waits; answers how many bytes there are by then. */
    async flush(): Promise<number> {
      await flush();
      return written;
    },
    close: () => file.close(),
  };
}
export type Writer = Awaited<ReturnType<typeof openWriter>>;

/** A file piece by piece; each is there until the next is asked for. */
export async function* readPieces(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  const piece = new Uint8Array(LOT);
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, LOT);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** A file line by line; no line break but `\n` ends one. */
export async function* readLines(path: string): AsyncGenerator<string> {
  let begun: Uint8Array[] = [];
  for await (const piece of readPieces(path)) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield Buffer.concat([...begun, piece.subarray(start, end)]).toString();
      begun = [];
      start = end + 1;
    }
    begun.push(piece.slice(start));
  }
  if (begun.some(({ length }) => length > 0)) yield Buffer.concat(begun).toString();
}
