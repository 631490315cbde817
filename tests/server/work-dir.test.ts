/** Files that are being worked on hold all content (D19): they are for the owner's eyes, and go with whoever made them. */
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clearWork, makeWorkDir, openFile, openWriter } from '../../src/platform/work-dir';
import { temporaryDir } from '../support/process';

const dir = temporaryDir();
const config = { dataDir: dir.path };
const work = join(dir.path, 'work');
afterAll(() => dir.remove());

const others = (path: string) => statSync(path).mode & 0o077;

test('nobody but the owner reads them, whatever the machine gives by itself', async () => {
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

test('a start clears away what a process left that is gone; what another is at work on stays', async () => {
  const gone = Bun.spawn(['true']);
  await gone.exited;
  const DAY = 24 * 3_600_000;
  const leave = (name: string, age = 0) => {
    mkdirSync(join(work, name), { recursive: true });
    writeFileSync(join(work, name, 'records.json'), 'x');
    utimesSync(join(work, name), new Date(Date.now() - age), new Date(Date.now() - age));
  };
  leave(`${gone.pid}-a`);
  // Of the one before, which had the same number, as the first process of a container has.
  leave(`${process.pid}-b`);
  leave(`${process.ppid}-c`);
  leave(`${process.ppid}-old`, DAY + 1000);
  leave('without-a-process', DAY + 1000);
  leave('without-a-process-young');
  await clearWork(config, { isOurs: true });
  expect(readdirSync(work).sort()).toEqual([`${process.ppid}-c`, 'without-a-process-young'].sort());

  // Beside others, whose processes may be on another machine, only what nobody can be at work on.
  leave(`${gone.pid}-a`);
  leave(`${gone.pid}-old`, DAY + 1000);
  await clearWork(config, { isOurs: false });
  expect(readdirSync(work)).toContain(`${gone.pid}-a`);
  expect(readdirSync(work)).not.toContain(`${gone.pid}-old`);
  await clearWork({ dataDir: join(dir.path, 'nowhere') }, { isOurs: true });
});

test('what is under way is told by its name', async () => {
  const made = await makeWorkDir(config);
  expect(made.path).toStartWith(join(work, `${process.pid}-`));
  await made.remove();
});
