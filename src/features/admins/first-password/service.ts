import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/config';

type Where = Pick<Config, 'dataDir'>;

/** Where the generated password of the first admin is kept until another one is chosen (D2). */
export const firstPasswordFile = ({ dataDir }: Where): string => join(dataDir, 'first-admin-password.txt');

export const hasFirstPassword = (config: Where): boolean => existsSync(firstPasswordFile(config));

/** Writes the password to a file that only the server's user can read. It is on the disk when this returns. */
export async function writeFirstPassword(config: Where, password: string): Promise<void> {
  await mkdir(config.dataDir, { recursive: true });
  const path = firstPasswordFile(config);
  const unfinished = `${path}.${Bun.randomUUIDv7()}`;
  try {
    // `wx`: never through a link, nor into a file that others can read already.
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(`${password}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

export const removeFirstPassword = (config: Where): Promise<void> =>
  rm(firstPasswordFile(config), { force: true });
