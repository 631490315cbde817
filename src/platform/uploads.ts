import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config';

/** A file that was uploaded: read as a whole, in part, or as a stream. */
export type UploadedFile = Pick<Bun.BunFile, 'slice' | 'stream' | 'arrayBuffer' | 'bytes'> & { size: number };

/**
 * Where uploads live (D2, D21). Each stands under a name of our own, made of its content, so that what has one name has
 * always the same bytes.
 */
export type Uploads = {
  /** Moves a file on this machine in under that name; what stands there is the same. */
  keep: (path: string, name: string) => Promise<void>;
  /** The file of that name; undefined when there is none. */
  find: (name: string) => Promise<UploadedFile | undefined>;
  /** Every file that is kept. */
  list: () => Promise<{ name: string; modified: Date }[]>;
  remove: (name: string) => Promise<void>;
};

/** SHA-256 in hex, and an ending for each kind that is taken. */
const NAME = /^[0-9a-f]{64}\.(png|jpg|webp|mp4|webm)$/;

/** Whether a name is one that we give. */
export const isUploadName = (name: string): boolean => NAME.test(name);

/** Makes sure that a file, or the names in a folder, outlast a loss of power. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Uploads in the data folder. */
export function openUploads({ dataDir }: Pick<Config, 'dataDir'>): Uploads {
  const dir = join(dataDir, 'uploads');
  const pathOf = (name: string) => {
    if (!isUploadName(name)) throw new Error('Not a name of an upload.');
    return join(dir, name);
  };
  return {
    async keep(path, name) {
      await mkdir(dir, { recursive: true });
      // Whole before it has its name, and the name written down before anybody is told of it.
      await flush(path);
      await rename(path, pathOf(name));
      await flush(dir);
    },
    async find(name) {
      if (!isUploadName(name)) return undefined;
      const file = Bun.file(pathOf(name));
      return (await file.exists()) ? file : undefined;
    },
    async list() {
      const names = (await readdir(dir).catch(() => [])).filter(isUploadName);
      return Promise.all(names.map(async (name) => ({ name, modified: (await stat(pathOf(name))).mtime })));
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
