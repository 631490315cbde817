import { expect, test } from 'bun:test';
import { cpSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { temporaryDir } from '../support/process';

const ROOT = join(import.meta.dir, '../..');

test('the migrations create the tables of db/schema, so that no migration is missing', async () => {
  const copy = temporaryDir();
  cpSync(join(ROOT, 'db/migrations'), copy.path, { recursive: true });
  const before = readdirSync(copy.path);
  const kit = Bun.spawn(
    [
      join(ROOT, 'node_modules/.bin/drizzle-kit'),
      'generate',
      '--dialect=postgresql',
      '--schema=db/schema/index.ts',
      `--out=${relative(ROOT, copy.path)}`,
    ],
    { cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
  );
  const output = await Promise.all([kit.stdout, kit.stderr].map((stream) => new Response(stream).text()));
  expect([await kit.exited, output.join('')]).toEqual([0, expect.stringContaining('No schema changes')]);
  expect(readdirSync(copy.path)).toEqual(before);
  copy.remove();
});
