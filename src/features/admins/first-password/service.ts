import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#src/platform/config.ts';
import type { Context } from '#src/platform/context.ts';
import { writePasswordFile } from '#src/platform/passwords/password-file.ts';
import { isFirstPasswordInUse } from './store.ts';

type DataDirConfig = Pick<Config, 'dataDir'>;

/** The file exists until the generated password is changed. */
export const firstPasswordFile = ({ dataDir }: DataDirConfig): string =>
  join(dataDir, 'first-admin-password.txt');

export const hasFirstPassword = (config: DataDirConfig): boolean => existsSync(firstPasswordFile(config));

export const writeFirstPassword = (config: DataDirConfig, password: string): Promise<void> =>
  writePasswordFile(firstPasswordFile(config), password);

/** Deletes the file with the generated password if that password is no longer in use. Logs a failure to delete it. */
export async function removeObsoleteFirstPassword({ config, database, log }: Context): Promise<void> {
  if (!hasFirstPassword(config) || (await isFirstPasswordInUse(database.db))) return;
  await rm(firstPasswordFile(config), { force: true }).catch((err) =>
    log.warn(
      { err, file: firstPasswordFile(config) },
      'The file with the first admin password could not be deleted. Delete it by hand: the password is no longer valid.',
    ),
  );
}
