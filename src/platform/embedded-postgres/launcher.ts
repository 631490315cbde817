import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Launcher = {
  name: 'direct' | 'namespace' | 'other-user';
  binaries: string;
  /** The folder of the data, the log and the socket. */
  home: string;
  /** Only set if this process is root. */
  user?: User;
  command: (program: string, args: string[]) => [string, string[], Pick<SpawnOptions, 'uid' | 'gid'>];
};

type User = { uid: number; gid: number };

const NOBODY: User = { uid: 65534, gid: 65534 };
const UNSHARE_OPTIONS = ['-U', '--map-user=1000', '--map-group=1000'];

const direct = (binaries: string, home: string): Launcher => ({
  name: 'direct',
  binaries,
  home,
  command: (program, args) => [program, args, {}],
});

/** Maps root to user 1000 in a new user namespace. That user can still access files that only root may access. */
const inNamespace = (binaries: string, home: string): Launcher => ({
  name: 'namespace',
  binaries,
  home,
  command: (program, args) => ['unshare', [...UNSHARE_OPTIONS, program, ...args], {}],
});

const asUser = (user: User, binaries: string, home: string): Launcher => ({
  name: 'other-user',
  binaries,
  home,
  user,
  command: (program, args) => [program, args, { uid: user.uid, gid: user.gid }],
});

const canRun = (launcher: Launcher) => passesTest(launcher, '-x', join(launcher.binaries, 'bin/postgres'));
const canWrite = (launcher: Launcher) => passesTest(launcher, '-w', launcher.home);
const canWriteBeside = (launcher: Launcher) => passesTest(launcher, '-w', dirname(launcher.home));
const canReach = (launcher: Launcher) => passesTest(launcher, '-x', dirname(launcher.home));

function passesTest(launcher: Launcher, operator: '-x' | '-w', path: string): boolean {
  const [program, args, options] = launcher.command('/bin/sh', ['-c', `test ${operator} "$0"`, path]);
  return spawnSync(program, args, { ...options, stdio: 'ignore' }).status === 0;
}

export type LauncherOptions = {
  isRoot?: boolean;
  /** Whether user namespaces may be used. */
  namespaces?: boolean;
  /** A folder that every user can reach, for programs and data. */
  openDir: string;
};

/**
 * Chooses how to run PostgreSQL, which refuses to run as root. Throws if `home` cannot be used.
 *
 * An ordinary user runs it directly. Root runs it as follows:
 * - If an earlier start put the data in `openDir`, from there.
 * - If the folder belongs to another user, as that user.
 * - If the folder belongs to root, in a user namespace.
 * - If the system does not allow namespaces, as `nobody`: in place if `nobody` can access the folder, else with
 *   programs and data in `openDir`.
 *
 * Only empty folders change their owner.
 */
export function chooseLauncher(
  binaries: string,
  home: string,
  { isRoot = process.getuid?.() === 0, namespaces = true, openDir }: LauncherOptions,
): Launcher {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (!isRoot) {
    if (ownerOf(home).uid !== process.getuid?.()) throw unusableError(home, `it belongs to another user`);
    return direct(binaries, home);
  }
  const movedHome = join(openDir, 'home');
  if (isDirectory(movedHome)) return asUser(ownerOf(movedHome), copyPrograms(binaries, openDir), movedHome);

  const isEmpty = readdirSync(home).length === 0;
  const parentOwner = ownerOf(dirname(home));
  if (isEmpty && parentOwner.uid !== 0 && canWriteBeside(asUser(parentOwner, binaries, home)))
    changeOwner(home, parentOwner);

  const owner = ownerOf(home);
  if (owner.uid !== 0) {
    const inPlace = asUser(owner, binaries, home);
    if (!canWrite(inPlace))
      throw unusableError(home, `it belongs to user ${owner.uid}, who cannot write to it`);
    return canRun(inPlace) ? inPlace : asUser(owner, copyPrograms(binaries, openDir), home);
  }
  const namespaced = inNamespace(binaries, home);
  if (namespaces && canRun(namespaced) && canWrite(namespaced)) return namespaced;
  if (!isEmpty) throw unusableError(home, 'it belongs to root, and PostgreSQL does not run as root');

  const inPlace = asUser(NOBODY, binaries, home);
  if (canRun(inPlace) && canReach(inPlace)) {
    changeOwner(home, NOBODY);
    return inPlace;
  }
  const copy = copyPrograms(binaries, openDir);
  const partial = `${movedHome}.${process.pid}`;
  mkdirSync(partial, { mode: 0o700 });
  changeOwner(partial, NOBODY);
  renameSync(partial, movedHome);
  return asUser(NOBODY, copy, movedHome);
}

const isDirectory = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function ownerOf(path: string): User {
  const { uid, gid } = lstatSync(path);
  return { uid, gid };
}

const unusableError = (home: string, reason: string) =>
  new Error(
    `The embedded database in ${home} cannot be used: ${reason}. Start as an ordinary user who owns the folder, or set DATABASE_URL or DATA_DIR.`,
  );

function copyPrograms(binaries: string, openDir: string): string {
  const copy = join(openDir, 'programs');
  mkdirSync(openDir, { recursive: true, mode: 0o755 });
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  cpSync(binaries, partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, copy);
  return copy;
}

const changeOwner = (path: string, { uid, gid }: User) => lchownSync(path, uid, gid);

/** Makes the user that runs the programs the owner of a file that this process has just created. */
export function handOver({ user }: Pick<Launcher, 'user'>, path: string): void {
  if (user) changeOwner(path, user);
}

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program that outlives this process and ignores its Ctrl-C. The program's user opens the log file, which is
 * emptied first if `truncate` is set.
 */
export function launchDetached(
  launcher: Launcher,
  program: string,
  args: string[],
  log: { file: string; truncate: boolean },
) {
  const shell = `umask 077; exec "$0" "$@" ${log.truncate ? '>' : '>>'}'${log.file}' 2>&1`;
  const path = join(launcher.binaries, 'bin', program);
  const [file, argv, options] = launcher.command('/bin/sh', ['-c', shell, path, ...args]);
  const child = spawn(file, argv, {
    ...options,
    cwd: launcher.home,
    detached: true,
    stdio: 'ignore',
    env: ENVIRONMENT,
  });
  child.unref();
  return child;
}

export function runToCompletion(launcher: Launcher, program: string, args: string[]): void {
  const [file, argv, options] = launcher.command(join(launcher.binaries, 'bin', program), args);
  const result = spawnSync(file, argv, {
    ...options,
    cwd: launcher.home,
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  if (result.status === 0) return;
  const [, uid] = /could not look up effective user ID (\d+)/.exec(result.stderr ?? '') ?? [];
  if (uid) {
    throw new Error(
      `The user with the number ${uid} has no name in /etc/passwd, and the embedded database needs one. Add an entry, or set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
    );
  }
  throw new Error(`${program} failed: ${result.stderr || result.error?.message}`);
}
