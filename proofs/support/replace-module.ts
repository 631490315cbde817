import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugin } from 'bun';

const ROOT = join(import.meta.dir, '../..');

/**
 * For a file that a control preloads: the product then has `contentsOf` in place of the module at `path`, from the
 * root. Throws if there is no such module.
 */
export function replaceModule(path: string, contentsOf: (source: string) => string): void {
  const file = join(ROOT, path);
  const contents = contentsOf(readFileSync(file, 'utf8'));
  plugin({
    name: `another ${path}`,
    setup(build) {
      const filter = new RegExp(`${RegExp.escape(file)}$`);
      build.onLoad({ filter }, () => ({ contents, loader: 'ts' }));
    },
  });
}
