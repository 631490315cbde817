// Imported before packages are installed, so this file may only use Bun itself.
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const MARKER_FILE = join(ROOT, 'node_modules/.installed');

/** `run`: packages that the product needs. `all`: also those for building and testing. */
type Need = 'run' | 'all';

/**
 * Installs the packages of the lock file unless they are installed. Then it runs the script again and exits with its
 * code, because a process that starts without packages cannot resolve them later.
 */
export async function ensurePackages(need: Need): Promise<void> {
  const lock = await Bun.file(join(ROOT, 'bun.lock')).bytes();
  const lockHash = new Bun.CryptoHasher('sha256').update(lock).digest('hex');
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
