// Work files hold a copy of all data, so nobody else may read them.
import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeWorkDir, openFile, openWriter, removeStaleWorkDirs } from '#src/platform/work-dir.ts';
import { temporaryDir } from '#tests/support/process.ts';

const dir = temporaryDir();
const config = { dataDir: dir.path };
const workDir = join(dir.path, 'work');
afterAll(() => dir.remove());

const permissionsOfOthers = (path: string) => statSync(path).mode & 0o077;

test('work files are readable only by their owner, whatever the umask', async () => {
  const mask = process.umask(0);
  try {
    const newDir = await makeWorkDir(config);
    const writer = await openWriter(join(newDir.path, 'records.json'));
    await writer.write('x');
    await writer.flush();
    await writer.close();
    await (await openFile(join(newDir.path, 'upload-1'))).close();
    expect(
      [workDir, newDir.path, join(newDir.path, 'records.json'), join(newDir.path, 'upload-1')].map(
        permissionsOfOthers,
      ),
    ).toEqual([0, 0, 0, 0]);
    await newDir.remove();
    expect(readdirSync(workDir)).toEqual([]);
  } finally {
    process.umask(mask);
  }
});

test('a start removes the files of ended processes, but not those that may be in use', async () => {
  const endedProcess = Bun.spawn(['true']);
  await endedProcess.exited;
  const DAY_MS = 24 * 3_600_000;
  const leaveWorkDir = (name: string, age = 0) => {
    mkdirSync(join(workDir, name), { recursive: true });
    writeFileSync(join(workDir, name, 'records.json'), 'x');
    utimesSync(join(workDir, name), new Date(Date.now() - age), new Date(Date.now() - age));
  };
  leaveWorkDir(`${endedProcess.pid}-a`);
  // An earlier process had the same pid, like the first process of a container.
  leaveWorkDir(`${process.pid}-b`);
  leaveWorkDir(`${process.ppid}-c`);
  leaveWorkDir(`${process.ppid}-old`, DAY_MS + 1000);
  leaveWorkDir('without-a-process', DAY_MS + 1000);
  leaveWorkDir('without-a-process-young');
  await removeStaleWorkDirs(config, { isDataDirExclusive: true });
  expect(readdirSync(workDir).sort()).toEqual([`${process.ppid}-c`, 'without-a-process-young'].sort());

  // Processes may run on other machines too, so only files that are too old to be in use are removed.
  leaveWorkDir(`${endedProcess.pid}-a`);
  leaveWorkDir(`${endedProcess.pid}-old`, DAY_MS + 1000);
  await removeStaleWorkDirs(config, { isDataDirExclusive: false });
  expect(readdirSync(workDir)).toContain(`${endedProcess.pid}-a`);
  expect(readdirSync(workDir)).not.toContain(`${endedProcess.pid}-old`);
  await removeStaleWorkDirs({ dataDir: join(dir.path, 'nowhere') }, { isDataDirExclusive: true });
});

test('a work directory has the pid in its name', async () => {
  const newDir = await makeWorkDir(config);
  expect(newDir.path).toStartWith(join(workDir, `${process.pid}-`));
  await newDir.remove();
});
