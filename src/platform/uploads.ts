import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config';
import { isUploadName, type Uploads } from './uploads/contract';
import { openBucket } from './uploads/s3';

export type { UploadedFile } from './uploads/contract';
export { isUploadName, type Uploads };

/** Makes sure that a file, or the names in a folder, outlast a loss of power. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Uploads in the bucket that is configured, else in the data folder. */
export const openUploads = ({
  dataDir,
  s3,
}: Pick<Config, 'dataDir'> & Partial<Pick<Config, 's3'>>): Uploads =>
  s3 ? openBucket(s3) : openFolder(dataDir);

function openFolder(dataDir: string): Uploads {
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
      const found = await Promise.all(
        // Gone since: a sweep has taken it.
        names.map(async (name) => ({ name, stat: await stat(pathOf(name)).catch(() => undefined) })),
      );
      return found.flatMap(({ name, stat }) => (stat ? [{ name, modified: stat.mtime }] : []));
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
