import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/config';
import { writePasswordFile } from '../../../platform/password-file';

type DataDirConfig = Pick<Config, 'dataDir'>;

/** The file exists until the generated password is changed. */
export const firstPasswordFile = ({ dataDir }: DataDirConfig): string =>
  join(dataDir, 'first-admin-password.txt');

export const hasFirstPassword = (config: DataDirConfig): boolean => existsSync(firstPasswordFile(config));

export const writeFirstPassword = (config: DataDirConfig, password: string): Promise<void> =>
  writePasswordFile(firstPasswordFile(config), password);

export const removeFirstPassword = (config: DataDirConfig): Promise<void> =>
  rm(firstPasswordFile(config), { force: true });
