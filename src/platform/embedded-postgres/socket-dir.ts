import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handOver, type Launcher } from './launcher.ts';

/** The path of a socket has at most 107 bytes. This leaves room for the file name. */
const PATH_BYTES_MAX = 80;

/**
 * Creates the folder of the socket: next to the data, or in the temporary folder if that path is too long. Any user can
 * create files in the temporary folder, so this throws unless the result is a directory of the user that runs the
 * database, closed to others.
 */
export function socketDirFor(launcher: Pick<Launcher, 'home' | 'user'>, key: string): string {
  const besideData = join(launcher.home, 'run');
  const dir =
    Buffer.byteLength(besideData) <= PATH_BYTES_MAX ? besideData : join(tmpdir(), `loppkalendern-${key}`);
  try {
    mkdirSync(dir, { mode: 0o700 });
    handOver(launcher, dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = lstatSync(dir);
  const owner = launcher.user?.uid ?? process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== owner || (stats.mode & 0o077) !== 0) {
    throw new Error(
      `The embedded database needs ${dir} for its socket, but that is not a folder of user ${owner} with mode 0700: remove it.`,
    );
  }
  return dir;
}
