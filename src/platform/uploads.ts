import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { isUploadName, type Uploads } from './uploads/contract.ts';
import { openBucket } from './uploads/s3.ts';

export type { UploadedFile } from './uploads/contract.ts';
export { isUploadName, type Uploads };

/** Makes a file or directory survive a power failure. */
async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const openUploads = ({
  dataDir,
  s3,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>): Uploads =>
  s3 ? openBucket(s3) : openFolder(dataDir);

function openFolder(dataDir: string): Uploads {
  const dir = join(dataDir, 'uploads');
  const pathOf = (name: string) => {
    if (!isUploadName(name)) throw new Error('Invalid upload name.');
    return join(dir, name);
  };
  return {
    async store(path, name) {
      await mkdir(dir, { recursive: true });
      // Flush the content before the rename, and the directory before returning.
      await syncToDisk(path);
      await rename(path, pathOf(name));
      await syncToDisk(dir);
    },
    async find(name) {
      if (!isUploadName(name)) return undefined;
      const file = Bun.file(pathOf(name));
      return (await file.exists()) ? file : undefined;
    },
    async list() {
      const names = (await readdir(dir).catch(() => [])).filter(isUploadName);
      const filesWithStats = await Promise.all(
        // A sweep may have deleted the file meanwhile.
        names.map(async (name) => ({ name, stat: await stat(pathOf(name)).catch(() => undefined) })),
      );
      return filesWithStats.flatMap(({ name, stat }) => (stat ? [{ name, modified: stat.mtime }] : []));
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
