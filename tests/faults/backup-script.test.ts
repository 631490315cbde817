import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contentOf } from '../support/backup';
import { type RunningServer, runScript, startServer, temporaryDir } from '../support/process';

const dir = temporaryDir();
let server: RunningServer;
const path = join(dir.path, 'backup.json');

beforeAll(async () => {
  server = await startServer(dir.path, { DEMO: '1' });
});
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

const run = (name: 'backup-export' | 'backup-import', ...args: string[]) => runScript(name, args, dir.path);

test('backup:import restores what backup:export wrote, and no unfinished file is left', async () => {
  const exported = await run('backup-export', path);
  expect([exported.exit, exported.err, exported.out]).toEqual([
    0,
    'reading the database\n',
    `The backup is ${path}, which only you can read: keep it as safe as the database itself.\n`,
  ]);
  expect((await stat(path)).mode & 0o077).toBe(0);
  expect((await readdir(dir.path)).filter((name) => name.includes('unfinished'))).toEqual([]);
  const imported = await run('backup-import', path, '--yes');
  expect([imported.exit, imported.out]).toEqual([0, expect.stringContaining('events: 58')]);
  expect(imported.err).toContain('replacing 100 %');
  const secondExport = await run('backup-export', '-');
  expect(contentOf(secondExport.out) === contentOf(await Bun.file(path).text())).toBe(true);
});

test('backup:export without FILE writes to the project folder, under a name that git ignores', async () => {
  const { exit, out } = await run('backup-export');
  const backupPath = /^The backup is (\S+),/.exec(out)?.[1] ?? '';
  try {
    expect([exit, dirname(backupPath)]).toEqual([0, join(import.meta.dir, '../..')]);
    expect((await stat(backupPath)).mode & 0o077).toBe(0);
    const unfinished = join(dirname(backupPath), `.${Bun.randomUUIDv7()}.unfinished`);
    const { stdout } = Bun.spawnSync(['git', 'check-ignore', backupPath, unfinished], {
      cwd: dirname(backupPath),
    });
    expect(stdout.toString().trim().split('\n')).toEqual([backupPath, unfinished]);
  } finally {
    await rm(backupPath, { force: true });
  }
});

test('the backup scripts exit with 1 when they fail and with 2 when they are misused', async () => {
  expect((await run('backup-import', path)).exit).toBe(2);
  expect((await run('backup-import', '--yes')).exit).toBe(2);
  expect((await run('backup-export', 'a', 'b')).exit).toBe(2);
  expect((await run('backup-export', '--help')).exit).toBe(0);
  expect((await run('backup-import', join(dir.path, 'none.json'), '--yes')).exit).toBe(1);
  const broken = JSON.parse(await Bun.file(path).text());
  broken.collections.events[0].event_date = 'tomorrow';
  const brokenPath = join(dir.path, 'broken.json');
  await Bun.write(brokenPath, JSON.stringify(broken));
  const imported = await run('backup-import', brokenPath, '--yes');
  expect([imported.exit, imported.out]).toEqual([1, expect.stringContaining('events: NOT REPLACED. Post 1')]);
  await mkdir(join(dir.path, 'gone'));
  expect((await run('backup-export', join(dir.path, 'gone', 'deeper', 'b.json'))).exit).toBe(1);
});
