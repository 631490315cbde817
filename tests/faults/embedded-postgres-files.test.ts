/** Whose the files of the embedded database are, and where its socket lies. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres';
import { socketDirFor } from '../../src/platform/embedded-postgres/socket-dir';
import { createLog } from '../../src/platform/log';
import { temporaryDir } from '../support/process';

const silent = createLog('silent');
const isRoot = process.getuid?.() === 0;
const ORDINARY = 33;
const NAMELESS = 54_321;

let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir.remove());

const asOrdinary = (args: string[]) =>
  spawnSync(process.execPath, args, {
    uid: ORDINARY,
    gid: ORDINARY,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: dir.path },
  });
const EMBEDDED = join(import.meta.dir, '../../src/platform/embedded-postgres/index.ts');
const LOG = join(import.meta.dir, '../../src/platform/log.ts');
const isReachable = () => asOrdinary(['-e', `await import(${JSON.stringify(LOG)})`]).status === 0;

/** Everything under a folder that somebody else than `uid` owns. */
const foreignIn = (folder: string, uid: number) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => lstatSync(join(folder, name)).uid !== uid,
  );

const postgresIn = (folder: string) => join(folder, 'postgres');

describe.if(isRoot)('root on the folder of an ordinary user', () => {
  /** Starts and stops the embedded database of the folder, and says as whom it ran. */
  async function startAsRoot() {
    const postgres = await startEmbeddedPostgres(dir.path, silent);
    const pid = Number.parseInt(await Bun.file(join(postgresIn(dir.path), 'data/postmaster.pid')).text(), 10);
    const uid = lstatSync(`/proc/${pid}`).uid;
    await postgres.stop();
    return uid;
  }

  test('runs the database as that user, and every file stays theirs', async () => {
    chownSync(dir.path, ORDINARY, ORDINARY);
    for (let round = 0; round < 2; round++) {
      expect(await startAsRoot()).toBe(ORDINARY);
      expect(lstatSync(postgresIn(dir.path)).uid).toBe(ORDINARY);
      expect(foreignIn(postgresIn(dir.path), ORDINARY)).toEqual([]);
    }
  });

  test('the user, then root, then the user again: nobody is locked out', async () => {
    if (!isReachable()) return console.log('NOT RUN: an ordinary user cannot read this folder.');
    chownSync(dir.path, ORDINARY, ORDINARY);
    const program = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(EMBEDDED)});
      const { createLog } = await import(${JSON.stringify(LOG)});
      await (await startEmbeddedPostgres(${JSON.stringify(dir.path)}, createLog('silent'))).stop();`;
    expect(asOrdinary(['-e', program])).toMatchObject({ status: 0, stderr: '' });
    expect(await startAsRoot()).toBe(ORDINARY);
    expect(asOrdinary(['-e', program])).toMatchObject({ status: 0, stderr: '' });
  });

  test('a user without a name is told so, and what to do', async () => {
    chownSync(dir.path, NAMELESS, NAMELESS);
    await expect(startEmbeddedPostgres(dir.path, silent)).rejects.toThrow(
      /number 54321 has no name .* set DATABASE_URL/,
    );
  });
});

describe('the folder of the socket in the temporary folder', () => {
  const key = `test-${process.pid}`;
  const path = join(tmpdir(), `loppkalendern-${key}`);
  const launcher = { home: `/${'deep/'.repeat(20)}`, user: undefined };
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  test('is made for this user alone, and used again', () => {
    expect(socketDirFor(launcher, key)).toBe(path);
    expect(lstatSync(path).mode & 0o777).toBe(0o700);
    expect(socketDirFor(launcher, key)).toBe(path);
  });

  test('is refused when it is a link', () => {
    symlinkSync(dir.path, path);
    expect(() => socketDirFor(launcher, key)).toThrow('remove it');
    expect(lstatSync(dir.path).uid).toBe(process.getuid?.() ?? 0);
  });

  test('is refused when others may enter it', () => {
    mkdirSync(path);
    chmodSync(path, 0o777);
    expect(() => socketDirFor(launcher, key)).toThrow('remove it');
  });

  test.if(isRoot)('is refused when another user made it, by root too', () => {
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, ORDINARY, ORDINARY);
    expect(() => socketDirFor(launcher, key)).toThrow('remove it');
    expect(lstatSync(path).uid).toBe(ORDINARY);
  });
});
