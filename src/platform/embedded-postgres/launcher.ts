import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where PostgreSQL's programs and files lie, and how a program of it is run. */
export type Launcher = {
  name: 'direct' | 'namespace' | 'other-user';
  binaries: string;
  home: string;
  /** Set when the programs run as another user than this process, which is root then. */
  user?: User;
  command: (program: string, args: string[]) => [string, string[], Pick<SpawnOptions, 'uid' | 'gid'>];
};

type User = { uid: number; gid: number };

const NOBODY: User = { uid: 65534, gid: 65534 };
const NAMESPACE = ['-U', '--map-user=1000', '--map-group=1000'];

const direct = (binaries: string, home: string): Launcher => ({
  name: 'direct',
  binaries,
  home,
  command: (program, args) => [program, args, {}],
});

/** Root in a user namespace of its own is user 1000 there, and still reaches what only root may enter. */
const inNamespace = (binaries: string, home: string): Launcher => ({
  name: 'namespace',
  binaries,
  home,
  command: (program, args) => ['unshare', [...NAMESPACE, program, ...args], {}],
});

const asUser = (user: User, binaries: string, home: string): Launcher => ({
  name: 'other-user',
  binaries,
  home,
  user,
  command: (program, args) => [program, args, { uid: user.uid, gid: user.gid }],
});

const canRun = (launcher: Launcher) => passes(launcher, '-x', join(launcher.binaries, 'bin/postgres'));
const canWrite = (launcher: Launcher) => passes(launcher, '-w', launcher.home);
const canWriteBeside = (launcher: Launcher) => passes(launcher, '-w', dirname(launcher.home));
const canReach = (launcher: Launcher) => passes(launcher, '-x', dirname(launcher.home));

/** What `test` of the shell says of a path to the launcher's user. */
function passes(launcher: Launcher, what: '-x' | '-w', path: string): boolean {
  const [program, args, options] = launcher.command('/bin/sh', ['-c', `test ${what} "$0"`, path]);
  return spawnSync(program, args, { ...options, stdio: 'ignore' }).status === 0;
}

export type LauncherOptions = { isRoot?: boolean; namespaces?: boolean; openDir: string };

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it directly. Root runs it as the user whose folder it finds,
 * who must not be locked out; in a folder of its own in a user namespace; where the system allows none, as nobody: in
 * place if nobody may go there, else with programs and data in `openDir`. What holds anything is never given away.
 */
export function chooseLauncher(
  binaries: string,
  home: string,
  { isRoot = process.getuid?.() === 0, namespaces = true, openDir }: LauncherOptions,
): Launcher {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (!isRoot) {
    if (ownerOf(home).uid !== process.getuid?.()) throw unusable(home, `it belongs to another user`);
    return direct(binaries, home);
  }
  const movedHome = join(openDir, 'home');
  if (isDirectory(movedHome)) return asUser(ownerOf(movedHome), copied(binaries, openDir), movedHome);

  const isEmpty = readdirSync(home).length === 0;
  const around = ownerOf(dirname(home));
  if (isEmpty && around.uid !== 0 && canWriteBeside(asUser(around, binaries, home))) give(home, around);

  const owner = ownerOf(home);
  if (owner.uid !== 0) {
    const inPlace = asUser(owner, binaries, home);
    if (!canWrite(inPlace)) throw unusable(home, `user ${owner.uid}, whose it is, cannot reach it`);
    return canRun(inPlace) ? inPlace : asUser(owner, copied(binaries, openDir), home);
  }
  const mapped = inNamespace(binaries, home);
  if (namespaces && canRun(mapped) && canWrite(mapped)) return mapped;
  if (!isEmpty) throw unusable(home, 'it belongs to root, whom PostgreSQL refuses');

  const inPlace = asUser(NOBODY, binaries, home);
  if (canRun(inPlace) && canReach(inPlace)) {
    give(home, NOBODY);
    return inPlace;
  }
  const copy = copied(binaries, openDir);
  const partial = `${movedHome}.${process.pid}`;
  mkdirSync(partial, { mode: 0o700 });
  give(partial, NOBODY);
  renameSync(partial, movedHome);
  return asUser(NOBODY, copy, movedHome);
}

const isDirectory = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

function ownerOf(path: string): User {
  const { uid, gid } = lstatSync(path);
  return { uid, gid };
}

const unusable = (home: string, why: string) =>
  new Error(
    `The embedded database in ${home} cannot be used: ${why}. Start as an ordinary user who owns it, or set DATABASE_URL or DATA_DIR.`,
  );

/** The programs where every user may run them. */
function copied(binaries: string, openDir: string): string {
  const copy = join(openDir, 'programs');
  mkdirSync(openDir, { recursive: true, mode: 0o755 });
  if (existsSync(copy)) return copy;
  const partial = `${copy}.${process.pid}`;
  cpSync(binaries, partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, copy);
  return copy;
}

/** A link in the path's place is not followed. */
const give = (path: string, { uid, gid }: User) => lchownSync(path, uid, gid);

/** Gives what this process just made to the user that the launcher runs programs as. */
export function handOver({ user }: Pick<Launcher, 'user'>, path: string): void {
  if (user) give(path, user);
}

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program that goes on by itself: not ended with us, deaf to our Ctrl-C. Its own user opens the file that it
 * writes its log to, which is emptied first if `anew`.
 */
export function launchDetached(
  launcher: Launcher,
  program: string,
  args: string[],
  log: { file: string; anew: boolean },
) {
  const shell = `umask 077; exec "$0" "$@" ${log.anew ? '>' : '>>'}'${log.file}' 2>&1`;
  const path = join(launcher.binaries, 'bin', program);
  const [file, words, options] = launcher.command('/bin/sh', ['-c', shell, path, ...args]);
  const child = spawn(file, words, {
    ...options,
    cwd: launcher.home,
    detached: true,
    stdio: 'ignore',
    env: ENVIRONMENT,
  });
  child.unref();
  return child;
}

/** Runs a program to its end; throws with what it wrote when it fails. */
export function launchToEnd(launcher: Launcher, program: string, args: string[]): void {
  const [file, words, options] = launcher.command(join(launcher.binaries, 'bin', program), args);
  const run = spawnSync(file, words, {
    ...options,
    cwd: launcher.home,
    encoding: 'utf8',
    env: ENVIRONMENT,
  });
  if (run.status === 0) return;
  const [, nameless] = /could not look up effective user ID (\d+)/.exec(run.stderr ?? '') ?? [];
  if (nameless) {
    throw new Error(
      `The user with the number ${nameless} has no name on this machine (no entry in /etc/passwd), and the embedded database needs one: give it one, or set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  throw new Error(`${program} failed: ${run.stderr || run.error?.message}`);
}
