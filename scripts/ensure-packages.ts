// Imported before packages are installed, so this file may only use Bun itself.
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const MARK = join(ROOT, 'node_modules/.installed');

/** `run`: packages that the product needs. `all`: also those for building and testing. */
type Need = 'run' | 'all';

/**
 * Installs the packages of the lock file unless they are installed. Then it runs the script again and exits with its
 * code, because a process that starts without packages cannot resolve them later.
 */
export async function ensurePackages(need: Need): Promise<void> {
  const lock = await Bun.file(join(ROOT, 'bun.lock')).bytes();
  const wanted = new Bun.CryptoHasher('sha256').update(lock).digest('hex');
  const [installed, had] = (
    await Bun.file(MARK)
      .text()
      .catch(() => '')
  ).split(' ');
  if (installed === wanted && (had === 'all' || had === need)) return;

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
  await Bun.write(MARK, `${wanted} ${need}`);

  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => again.kill(signal));
  process.exit(await again.exited);
}
