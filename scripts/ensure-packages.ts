// Imported before packages are installed, so this file may only use Bun itself.
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const MARKER = 'node_modules/.installed';
const MARKER_FILE = join(ROOT, MARKER);

/** `run`: packages that the product needs. `all`: also those for building and testing. */
type Need = 'run' | 'all';

/**
 * Installs the packages of the lock file unless they are installed. Then it runs the script again and exits with its
 * code, because a process that starts without packages cannot resolve them later.
 */
export async function ensurePackages(need: Need): Promise<void> {
  const lockHash = await hashOfLock();
  const [installedHash, installedNeed] = (
    await Bun.file(MARKER_FILE)
      .text()
      .catch(() => '')
  ).split(' ');
  if (installedHash === lockHash && (installedNeed === 'all' || installedNeed === need)) return;

  console.error('Installing packages ...');
  const only = need === 'run' ? ['--production'] : [];
  const install = Bun.spawn([process.execPath, 'install', '--frozen-lockfile', ...only], {
    cwd: ROOT,
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const output = await new Response(install.stderr).text();
  if ((await install.exited) !== 0) {
    console.error(output);
    process.exit(1);
  }
  await Bun.write(MARKER_FILE, `${lockHash} ${need}`);

  const rerun = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => rerun.kill(signal));
  process.exit(await rerun.exited);
}

/** For a copy of the project that has the packages that the product needs. */
export async function writeInstalledMarker(root: string): Promise<void> {
  const need: Need = 'run';
  await Bun.write(join(root, MARKER), `${await hashOfLock()} ${need}`);
}

async function hashOfLock(): Promise<string> {
  const lock = await Bun.file(join(ROOT, 'bun.lock')).bytes();
  return new Bun.CryptoHasher('sha256').update(lock).digest('hex');
}
