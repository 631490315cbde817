import { afterAll, describe, expect, test } from 'bun:test';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LATER_COLLECTIONS } from '#src/features/backup/collections/groups.ts';
import { contentOf } from '#tests/support/backup.ts';
import {
  isRunning,
  postgresPid,
  runScript,
  spawnScript,
  startServer,
  temporaryDir,
  until,
} from '#tests/support/process.ts';

const dir = temporaryDir();
const path = join(dir.path, 'backup.json');

const server = await startServer(dir.path, { DEMO: '1' });
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

type Script = 'backup-export' | 'backup-import' | 'backup-verify';
const run = (name: Script, ...args: string[]) => runScript(name, args, dir.path);
const runWith = (passphrase: string, name: Script, ...args: string[]) =>
  runScript(name, args, dir.path, { BACKUP_PASSPHRASE: passphrase });

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
  const missing = await run('backup-import', join(dir.path, 'none.json'), '--yes');
  expect([missing.exit, missing.err]).toEqual([
    1,
    `Nothing imported. There is no file ${join(dir.path, 'none.json')}.\n`,
  ]);
  expect((await run('backup-import', dir.path, '--yes')).err).toContain('is a folder. Name a file.');
  const broken = JSON.parse(await Bun.file(path).text());
  broken.collections.events[0].event_date = 'tomorrow';
  const brokenPath = join(dir.path, 'broken.json');
  await Bun.write(brokenPath, JSON.stringify(broken));
  const imported = await run('backup-import', brokenPath, '--yes');
  expect([imported.exit, imported.out]).toEqual([1, expect.stringContaining('events: NOT REPLACED. Post 1')]);
  await mkdir(join(dir.path, 'gone'));
  const nowhere = await run('backup-export', join(dir.path, 'gone', 'deeper', 'b.json'));
  expect([nowhere.exit, nowhere.err]).toEqual([
    1,
    expect.stringContaining(`Nothing exported. There is no folder ${join(dir.path, 'gone', 'deeper')}.`),
  ]);
});

describe('backup:verify', () => {
  const changed = async (name: string, change: (text: string) => string | object) => {
    const text = change(await Bun.file(path).text());
    const changedPath = join(dir.path, name);
    await Bun.write(changedPath, typeof text === 'string' ? text : JSON.stringify(text));
    return changedPath;
  };
  type Document = { collections: Record<string, Record<string, unknown>[]> };

  test('says that a backup can be restored, and needs and changes no calendar', async () => {
    const elsewhere = temporaryDir();
    const { exit, out } = await runScript('backup-verify', [path], elsewhere.path);
    expect([exit, out]).toEqual([
      0,
      expect.stringMatching(/^The backup can be restored\. It has:\n(.+: \d+\n)*events: 58\n/),
    ]);
    expect(await readdir(elsewhere.path)).toEqual([]);
    elsewhere.remove();
  });

  test.each([
    ['is no backup', () => '[]'],
    ['is cut off', (text: string) => text.slice(0, -200)],
    ['has an invalid record', (text: string) => text.replace(/"event_date":"[^"]+"/, '"event_date":"soon"')],
    ['lacks a collection', (text: string) => text.replace('"events":[', '"other":[')],
    [
      'has a list of admins without one',
      (text: string) => {
        const document: Document = JSON.parse(text);
        document.collections.admins = [];
        return document;
      },
    ],
  ])('exits with 1 and the reason if the file %s', async (_, change) => {
    const { exit, out, err } = await run('backup-verify', await changed('bad.json', change));
    expect([exit, out]).toEqual([1, '']);
    expect(err).toMatch(/^The backup cannot be restored[:.]\s+\S+/);
  });

  test('accepts a backup of an earlier release, which has no series', async () => {
    const earlier = await changed('earlier.json', (text) => {
      const document: Document = JSON.parse(text);
      for (const name of LATER_COLLECTIONS) delete document.collections[name];
      for (const event of document.collections.events ?? []) delete event.series_id;
      return document;
    });
    const { exit, err } = await run('backup-verify', earlier);
    expect([exit, err]).toEqual([0, '']);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('leaves no copy of the calendar after %s', async (signal) => {
    const elsewhere = temporaryDir();
    const script = spawnScript('backup-verify', [path], elsewhere.path, { TMPDIR: elsewhere.path });
    let pid = 0;
    await until(async () => {
      const [folder = ''] = await readdir(elsewhere.path);
      pid = await postgresPid(join(elsewhere.path, folder));
      return pid > 0;
    }, 60_000);
    script.kill(signal);
    expect(await script.exited).toBe(1);
    expect([await readdir(elsewhere.path), isRunning(pid)]).toEqual([[], false]);
    elsewhere.remove();
  });

  test('exits with 1 for a file that does not exist and with 2 without one', async () => {
    const missing = await run('backup-verify', join(dir.path, 'none.json'));
    expect([missing.exit, missing.err]).toEqual([
      1,
      `The backup cannot be restored. There is no file ${join(dir.path, 'none.json')}.\n`,
    ]);
    expect((await run('backup-verify')).exit).toBe(2);
  });
});

describe('a backup --with-admins', () => {
  const PASSPHRASE = 'korrekt häst batteri';
  const encryptedPath = join(dir.path, 'encrypted.json');

  test('shows nothing without its passphrase, and is verified and imported with it', async () => {
    const exported = await runWith(PASSPHRASE, 'backup-export', encryptedPath, '--with-admins');
    expect([exported.exit, exported.err]).toEqual([0, 'reading the database\n']);
    const bytes = Buffer.from(await Bun.file(encryptedPath).bytes());
    expect([bytes.includes('collections'), bytes.includes('password_hash')]).toEqual([false, false]);
    expect((await runWith(PASSPHRASE, 'backup-verify', encryptedPath)).exit).toBe(0);
    const imported = await runWith(PASSPHRASE, 'backup-import', encryptedPath, '--yes');
    expect([imported.exit, imported.out]).toEqual([0, expect.stringContaining('admins: 1')]);
    expect(await readdir(join(dir.path, 'work'))).toEqual([]);
  });

  test('is refused with another passphrase, without one, changed or cut', async () => {
    const bytes = await Bun.file(encryptedPath).bytes();
    const flipped = (position: number) => {
      const copy = bytes.slice();
      copy[position] = (copy[position] ?? 0) ^ 1;
      return copy;
    };
    expect((await runWith('fel häst batteri', 'backup-verify', encryptedPath)).err).toContain(
      'The passphrase is wrong, or the file is damaged.',
    );
    expect((await run('backup-import', encryptedPath, '--yes')).err).toContain('Set BACKUP_PASSPHRASE');
    const damaged = join(dir.path, 'damaged.json');
    for (const content of [
      flipped(20),
      flipped(bytes.length - 1),
      flipped(1000),
      bytes.slice(0, -40),
      bytes.slice(0, 20),
    ]) {
      await Bun.write(damaged, content);
      const { exit, err } = await runWith(PASSPHRASE, 'backup-import', damaged, '--yes');
      expect([exit, err]).toEqual([1, expect.stringContaining('the file is damaged')]);
    }
  });

  test('needs a passphrase of at least 12 characters', async () => {
    for (const passphrase of ['', 'elva tecken']) {
      const { exit, out } = await runWith(passphrase, 'backup-export', encryptedPath, '--with-admins');
      expect([exit, out]).toEqual([2, '']);
    }
  });
});
