import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/config';

type DataDirConfig = Pick<Config, 'dataDir'>;

/** The file exists until the generated password is changed. */
export const firstPasswordFile = ({ dataDir }: DataDirConfig): string =>
  join(dataDir, 'first-admin-password.txt');

export const hasFirstPassword = (config: DataDirConfig): boolean => existsSync(firstPasswordFile(config));

/** The file is flushed to disk when this resolves. */
export async function writeFirstPassword(config: DataDirConfig, password: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  const path = firstPasswordFile(config);
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

export const removeFirstPassword = (config: DataDirConfig): Promise<void> =>
  rm(firstPasswordFile(config), { force: true });
