// Work files contain all content of the product.
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkDir, openFile, openWriter, removeStaleWorkDirs } from '../../src/platform/work-dir';
import { temporaryDir } from '../support/process';

const dir = temporaryDir();
const config = { dataDir: dir.path };
const work = join(dir.path, 'work');
afterAll(() => dir.remove());

const others = (path: string) => statSync(path).mode & 0o077;

test('work files are readable only by their owner, whatever the umask', async () => {
  const mask = process.umask(0);
  try {
    const made = await makeWorkDir(config);
    const writer = await openWriter(join(made.path, 'records.json'));
    await writer.write('x');
    await writer.flush();
    await writer.close();
    await (await openFile(join(made.path, 'upload-1'))).close();
    expect(
      [work, made.path, join(made.path, 'records.json'), join(made.path, 'upload-1')].map(others),
    ).toEqual([0, 0, 0, 0]);
    await made.remove();
    expect(readdirSync(work)).toEqual([]);
  } finally {
    process.umask(mask);
  }
});

test('a start removes the files of ended processes, but not those that may be in use', async () => {
  const ended = Bun.spawn(['true']);
  await ended.exited;
  const DAY = 24 * 3_600_000;
  const leave = (name: string, age = 0) => {
    mkdirSync(join(work, name), { recursive: true });
    writeFileSync(join(work, name, 'records.json'), 'x');
    utimesSync(join(work, name), new Date(Date.now() - age), new Date(Date.now() - age));
  };
  leave(`${ended.pid}-a`);
  // Of an earlier process with the same pid, as the first process of a container has.
  leave(`${process.pid}-b`);
  leave(`${process.ppid}-c`);
  leave(`${process.ppid}-old`, DAY + 1000);
  leave('without-a-process', DAY + 1000);
  leave('without-a-process-young');
  await removeStaleWorkDirs(config, { isOurs: true });
  expect(readdirSync(work).sort()).toEqual([`${process.ppid}-c`, 'without-a-process-young'].sort());

  // Processes may run on other machines too, so only files that are too old to be in use are removed.
  leave(`${ended.pid}-a`);
  leave(`${ended.pid}-old`, DAY + 1000);
  await removeStaleWorkDirs(config, { isOurs: false });
  expect(readdirSync(work)).toContain(`${ended.pid}-a`);
  expect(readdirSync(work)).not.toContain(`${ended.pid}-old`);
  await removeStaleWorkDirs({ dataDir: join(dir.path, 'nowhere') }, { isOurs: true });
});

test('a work directory has the pid in its name', async () => {
  const made = await makeWorkDir(config);
  expect(made.path).toStartWith(join(work, `${process.pid}-`));
  await made.remove();
});
