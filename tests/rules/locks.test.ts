import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';

// With the same number, a check of links kept an import of a backup waiting, which had locked the tables it wanted.
test('each advisory lock has a number of its own', async () => {
  const root = join(import.meta.dir, '../../src');
  const numbers: string[] = [];
  for (const path of new Glob('**/*.ts').scanSync(root))
    for (const [, number = ''] of (await Bun.file(join(root, path)).text()).matchAll(/LOCK = (7_021_\d+)/g))
      numbers.push(number);
  expect(numbers.length).toBeGreaterThan(8);
  expect(numbers).toEqual([...new Set(numbers)]);
});
