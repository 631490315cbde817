import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type postgres from 'postgres';

const ROOT = join(import.meta.dir, '../..');

/** The driver without the changes of db/patches, for the negative control. */
export async function unpatchedDriver(): Promise<{ driver: typeof postgres; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'unpatched-'));
  await cp(join(ROOT, 'node_modules/postgres'), folder, { recursive: true, dereference: true });
  const patch = join(ROOT, 'db/patches/postgres@3.4.9.patch');
  const reversed = Bun.spawnSync(['git', 'apply', '-R', '-p1', patch], { cwd: folder, stderr: 'pipe' });
  if (reversed.exitCode !== 0) throw new Error(`The patch cannot be reversed: ${reversed.stderr}`);
  const { default: driver } = await import(join(folder, 'src/index.js'));
  return { driver, remove: () => rm(folder, { recursive: true, force: true }) };
}
