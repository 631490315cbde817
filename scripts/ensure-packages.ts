// Imported before anything from a package: until they are installed, only Bun itself may be used here.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');

/** Installs what the lock file names when `probe`, a package, is missing. `production` leaves out what only builders need. */
export async function ensurePackages(probe: string, { production }: { production: boolean }): Promise<void> {
  if (existsSync(join(ROOT, 'node_modules', probe))) return;
  console.error('Installing packages ...');
  const run = Bun.spawn(
    [process.execPath, 'install', '--frozen-lockfile', ...(production ? ['--production'] : [])],
    { cwd: ROOT, stdout: 'ignore', stderr: 'inherit' },
  );
  if ((await run.exited) !== 0) process.exit(1);
}
