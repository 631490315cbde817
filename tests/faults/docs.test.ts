import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDir } from '#tests/support/process.ts';

const ROOT = join(import.meta.dir, '../..');
const FENCE = /^```sh(?: not-run: (.+))?\n([\s\S]*?)^```$/gm;

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
  readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`),
);
const textOf = (page: string) => readFileSync(join(ROOT, page), 'utf8');
const blocksOf = (page: string) =>
  [...textOf(page).matchAll(FENCE)].map(([, reason, commands = '']) => ({
    reason,
    commands: commands.trim(),
  }));

/** Like a clone, but with uncommitted changes. */
function copyTo(target: string): void {
  const listing = Bun.spawnSync(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  const files = listing.stdout.toString().split('\0').filter(Boolean);
  for (const file of files.filter((name) => existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(target, file));
}

const clone = temporaryDir();
const temporaryFolder = temporaryDir();
beforeAll(() => copyTo(clone.path));
afterAll(() => {
  clone.remove();
  temporaryFolder.remove();
});

describe('every command in the documentation works in a fresh clone:', () => {
  for (const page of pages)
    for (const { commands } of blocksOf(page).filter(({ reason }) => !reason))
      test(`${page}: ${commands.replaceAll('\n', '; ')}`, async () => {
        const shell = Bun.spawn(['sh', '-euc', commands], {
          cwd: clone.path,
          env: {
            HOME: process.env.HOME,
            PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
            // Its own test database: a shared one would run from the copy's packages after the copy is deleted.
            TMPDIR: temporaryFolder.path,
          },
          stdin: 'ignore',
          stdout: 'pipe',
          stderr: 'pipe',
        });
        const output = await Promise.all(
          [shell.stdout, shell.stderr].map((stream) => new Response(stream).text()),
        );
        expect([await shell.exited, output.join('')]).toEqual([0, expect.any(String)]);
      });
});

test('every shell block is run or states why it is not', () => {
  for (const page of pages) {
    const fences = textOf(page).match(/^```(sh|bash|shell|console)\b/gm) ?? [];
    expect([page, fences.length]).toEqual([page, blocksOf(page).length]);
  }
});

test('every relative link and anchor in the documentation has a target', () => {
  const headings = (page: string) =>
    [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
  const broken: string[] = [];
  for (const page of pages)
    for (const [, link = ''] of textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path ? join(dirname(page), path) : page;
      const exists = existsSync(join(ROOT, target));
      if (!exists || (anchor && !headings(target).includes(anchor))) broken.push(`${page}: ${link}`);
    }
  expect(broken).toEqual([]);
});
