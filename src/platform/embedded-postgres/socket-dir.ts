import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handOver, type Launcher } from './launcher';

/** A socket's path has at most 107 bytes; its name and some air take the rest. */
const PATH_MAX = 80;

/**
 * The folder of the database's socket: beside the data; a deep folder gets one in the temporary folder, where anybody
 * could have put something in its place: it must be a folder, of the user that runs the database, closed to others.
 */
export function socketDirFor(launcher: Pick<Launcher, 'home' | 'user'>, key: string): string {
  const beside = join(launcher.home, 'run');
  const dir = Buffer.byteLength(beside) <= PATH_MAX ? beside : join(tmpdir(), `loppkalendern-${key}`);
  try {
    mkdirSync(dir, { mode: 0o700 });
    handOver(launcher, dir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = lstatSync(dir);
  const owner = launcher.user?.uid ?? process.getuid?.();
  if (!found.isDirectory() || found.uid !== owner || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${dir} is for the embedded database's socket, but it is no folder that belongs to user ${owner} and is closed to others (mode 0700): remove it.`,
    );
  }
  return dir;
}
