import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';

const rows = (...all: (number | undefined)[]) => Promise.resolve(all);

test('atMostOne returns the row, or undefined, and throws if there are more', async () => {
  expect(await atMostOne(rows(7))).toBe(7);
  expect(await atMostOne(rows())).toBeUndefined();
  await expect(atMostOne(rows(7, 8))).rejects.toThrow('has returned 2');
  // As after a statement that had failed, before the driver was fixed: the row comes after holes.
  const holes: number[] = [];
  holes[2] = 7;
  await expect(atMostOne(Promise.resolve(holes))).rejects.toThrow('has returned 3');
});

test('exactlyOne returns the row, and throws if there is none or more', async () => {
  expect(await exactlyOne(rows(7))).toBe(7);
  await expect(exactlyOne(rows())).rejects.toThrow('returned none');
  await expect(exactlyOne(rows(undefined))).rejects.toThrow('returned none');
  await expect(exactlyOne(rows(7, 8))).rejects.toThrow('has returned 2');
});

test('no source file takes the first row of a statement without knowing that it is the only one', async () => {
  const root = join(import.meta.dir, '../../src');
  const found: string[] = [];
  for (const file of new Glob('**/*.ts').scanSync(root)) {
    const text = await Bun.file(join(root, file)).text();
    for (const [line] of text.matchAll(/const \[\w+( = [^\]]*)?\] =\s+await (?!pipelined\().*/g))
      found.push(`${file}: ${line}`);
    for (const [line] of text.matchAll(/.*\brows\)?\[0\].*/g)) found.push(`${file}: ${line}`);
  }
  expect(found).toEqual([]);
});
