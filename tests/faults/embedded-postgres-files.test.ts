import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { socketDirFor } from '#src/platform/embedded-postgres/socket-dir.ts';
import { createLog } from '#src/platform/log.ts';
import { temporaryDir } from '#tests/support/process.ts';

const silent = createLog('silent');
const isRoot = process.getuid?.() === 0;
const USER_ID = 33;
const NAMELESS_USER_ID = 54_321;

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir.remove());

const runAsUser = (args: string[]) =>
  spawnSync(process.execPath, args, {
    uid: USER_ID,
    gid: USER_ID,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: dir.path },
  });
const EMBEDDED = join(import.meta.dir, '../../src/platform/embedded-postgres/index.ts');
const LOG = join(import.meta.dir, '../../src/platform/log.ts');
const canUserReadSources = () => runAsUser(['-e', `await import(${JSON.stringify(LOG)})`]).status === 0;

const filesOfOthersIn = (folder: string, uid: number) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => lstatSync(join(folder, name)).uid !== uid,
  );

const postgresIn = (folder: string) => join(folder, 'postgres');

describe.if(isRoot)('root on a folder owned by an ordinary user', () => {
  async function startAsRoot() {
    const postgres = await startEmbeddedPostgres(dir.path, silent);
    const pid = Number.parseInt(await Bun.file(join(postgresIn(dir.path), 'data/postmaster.pid')).text(), 10);
    const uid = lstatSync(`/proc/${pid}`).uid;
    await postgres.stop();
    return uid;
  }

  test('runs the database as that user, who keeps every file', async () => {
    chownSync(dir.path, USER_ID, USER_ID);
    for (let round = 0; round < 2; round++) {
      expect(await startAsRoot()).toBe(USER_ID);
      expect(lstatSync(postgresIn(dir.path)).uid).toBe(USER_ID);
      expect(filesOfOthersIn(postgresIn(dir.path), USER_ID)).toEqual([]);
    }
  });

  test('does not lock that user out when both start the database in turn', async () => {
    if (!canUserReadSources()) return console.log('NOT RUN: an ordinary user cannot read this folder.');
    chownSync(dir.path, USER_ID, USER_ID);
    const program = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(EMBEDDED)});
      const { createLog } = await import(${JSON.stringify(LOG)});
      await (await startEmbeddedPostgres(${JSON.stringify(dir.path)}, createLog('silent'))).stop();`;
    expect(runAsUser(['-e', program])).toMatchObject({ status: 0, stderr: '' });
    expect(await startAsRoot()).toBe(USER_ID);
    expect(runAsUser(['-e', program])).toMatchObject({ status: 0, stderr: '' });
  });

  test('is refused, with advice, when that user has no name', async () => {
    chownSync(dir.path, NAMELESS_USER_ID, NAMELESS_USER_ID);
    await expect(startEmbeddedPostgres(dir.path, silent)).rejects.toThrow(
      /number 54321 has no name .* set DATABASE_URL/,
    );
  });
});

describe('the socket folder in the temporary folder', () => {
  const key = `test-${process.pid}`;
  const path = join(tmpdir(), `loppkalendern-${key}`);
  const launcher = { home: `/${'deep/'.repeat(20)}`, user: undefined };
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  test('is created for this user alone, and reused', () => {
    expect(socketDirFor(launcher, key)).toBe(path);
    expect(lstatSync(path).mode & 0o777).toBe(0o700);
    expect(socketDirFor(launcher, key)).toBe(path);
  });

  test('is refused when it is a symbolic link', () => {
    symlinkSync(dir.path, path);
    expect(() => socketDirFor(launcher, key)).toThrow('remove it');
    expect(lstatSync(dir.path).uid).toBe(process.getuid?.() ?? 0);
  });

  test('is refused when other users can enter it', () => {
    mkdirSync(path);
    chmodSync(path, 0o777);
    expect(() => socketDirFor(launcher, key)).toThrow('remove it');
  });

  test.if(isRoot)('is refused when another user owns it, even for root', () => {
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, USER_ID, USER_ID);
    expect(() => socketDirFor(launcher, key)).toThrow('remove it');
    expect(lstatSync(path).uid).toBe(USER_ID);
  });
});
