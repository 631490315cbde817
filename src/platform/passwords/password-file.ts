import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Only the server's user can read the file. It is flushed to disk when this resolves. */
export async function writePasswordFile(path: string, password: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporaryPath = `${path}.${Bun.randomUUIDv7()}`;
  try {
    // `wx` fails if the path exists, so this never writes through a link or into a file that others can already read.
    const file = await open(temporaryPath, 'wx', 0o600);
    try {
      await file.writeFile(`${password}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporaryPath, path);
  } catch (error) {
    await rm(temporaryPath, { force: true });
    throw error;
  }
}
