import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { countStreamedBytes } from './memory.ts';

/** No task takes so long, so an older folder belongs to a killed process. */
const MAX_AGE_MS = 24 * 3_600_000;

const rootIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'work');

/**
 * Creates a working folder. Call `remove` when done. Only the owner can read it, because it may contain all content of
 * the database. Its name starts with the id of this process.
 */
export async function makeWorkDir(
  config: Pick<Config, 'dataDir'>,
): Promise<{ path: string; remove: () => Promise<void> }> {
  await removeStaleWorkDirs(config, { isDataDirExclusive: false });
  const path = join(rootIn(config), `${process.pid}-${Bun.randomUUIDv7()}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Deletes the working folders of killed processes: those older than 24 hours. With `isDataDirExclusive`, it also
 * deletes those whose process is not running. Set it at the start of a server whose data folder is not shared with
 * other machines.
 */
export async function removeStaleWorkDirs(
  config: Pick<Config, 'dataDir'>,
  { isDataDirExclusive }: { isDataDirExclusive: boolean },
): Promise<void> {
  const root = rootIn(config);
  for (const name of await readdir(root).catch(() => [])) {
    const path = join(root, name);
    const stats = await stat(path).catch(() => undefined);
    const isStale =
      (stats && Date.now() - stats.mtimeMs > MAX_AGE_MS) || (isDataDirExclusive && !isInUse(name));
    if (isStale) await rm(path, { recursive: true, force: true });
  }
}

function isInUse(name: string): boolean {
  const pid = Number(/^(\d+)-/.exec(name)?.[1]);
  // Not a working folder of this program: keep it.
  if (!pid) return true;
  // This process has just started, so an earlier process with the same id created the folder.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const CHUNK_BYTES = 256 * 1024;

/** A single `write` may write only a part of the bytes. */
export async function writeAll(file: FileHandle, bytes: Uint8Array, length = bytes.length): Promise<void> {
  for (let start = 0; start < length; ) {
    const { bytesWritten } = await file.write(bytes, start, length - start);
    start += bytesWritten;
  }
}

export const openFile = (path: string): Promise<FileHandle> => open(path, 'wx', 0o600);

export async function openWriter(path: string) {
  const file = await openFile(path);
  let buffered: string[] = [];
  let length = 0;
  let written = 0;
  const flush = async () => {
    const bytes = Buffer.from(buffered.join(''));
    buffered = [];
    length = 0;
    await writeAll(file, bytes);
    written += bytes.byteLength;
    countStreamedBytes(bytes.byteLength);
  };
  return {
    async write(text: string): Promise<void> {
      buffered.push(text);
      length += text.length;
      if (length >= CHUNK_BYTES) await flush();
    },
    /** Writes the buffered text. Returns the size of the file in bytes. */
    async flush(): Promise<number> {
      await flush();
      return written;
    },
    close: () => file.close(),
  };
}
export type Writer = Awaited<ReturnType<typeof openWriter>>;

/** Yields a file in chunks. Each chunk is valid only until the next one is requested. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r');
  const piece = new Uint8Array(CHUNK_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await file.read(piece, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

export async function* readLines(path: string): AsyncGenerator<string> {
  let partialLine: Uint8Array[] = [];
  for await (const piece of readChunks(path)) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      yield Buffer.concat([...partialLine, piece.subarray(start, end)]).toString();
      partialLine = [];
      start = end + 1;
    }
    partialLine.push(piece.slice(start));
  }
  if (partialLine.some(({ length }) => length > 0)) yield Buffer.concat(partialLine).toString();
}
