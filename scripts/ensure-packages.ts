// Imported before anything from a package: until they are installed, only Bun itself may be used here.
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const MARK = join(ROOT, 'node_modules/.installed');

/** `run`: what the product needs to run. `all`: what builders and tests need too. */
type Need = 'run' | 'all';

/**
 * Installs what the lock file names, unless that very lock file was installed from already (D1). After an install the
 * script is run anew and this process ends with it: one that began without packages goes on resolving without them.
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
  const said = await new Response(install.stderr).text();
  if ((await install.exited) !== 0) {
    console.error(said);
    process.exit(1);
  }
  await Bun.write(MARK, `${wanted} ${need}`);

  const again = Bun.spawn([process.execPath, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => again.kill(signal));
  process.exit(await again.exited);
}
