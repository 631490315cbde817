import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config';
import { notePassed } from './memory';

/** What a process that was killed has left; nothing takes so long. */
const OLD = 24 * 3_600_000;

/** A folder of its own in the data folder for files that are being worked on, until it is removed. */
export async function makeWorkDir({
  dataDir,
}: Pick<Config, 'dataDir'>): Promise<{ path: string; remove: () => Promise<void> }> {
  const root = join(dataDir, 'work');
  await mkdir(root, { recursive: true });
  await removeOld(root);
  const path = join(root, Bun.randomUUIDv7());
  await mkdir(path);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

async function removeOld(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > OLD) await rm(path, { recursive: true, force: true });
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

/** A file that is written text by text; what waits is small. */
export async function openWriter(path: string) {
  const file = await open(path, 'w');
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
