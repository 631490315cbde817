import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';

/** Where PostgreSQL's programs and files lie, and how a program of it is run. */
export type Launcher = {
  name: 'direct' | 'namespace' | 'other-user';
  binaries: string;
  home: string;
  command: (program: string, args: string[]) => [string, string[], Pick<SpawnOptions, 'uid' | 'gid'>];
};

const NOBODY = 65534;
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

const asNobody = (binaries: string, home: string): Launcher => ({
  name: 'other-user',
  binaries,
  home,
  command: (program, args) => [program, args, { uid: NOBODY, gid: NOBODY }],
});

/** Whether the launcher's user can run the programs and write in the folder. */
function works(launcher: Launcher): boolean {
  const test = `test -x "$0" && test -w "$1"`;
  const [program, args, options] = launcher.command('/bin/sh', [
    '-c',
    test,
    join(launcher.binaries, 'bin/postgres'),
    launcher.home,
  ]);
  return spawnSync(program, args, { ...options, stdio: 'ignore' }).status === 0;
}

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it directly; root in a user namespace; where the
 * system allows none, as nobody: in place if nobody may go there, else with programs and data in `openDir`.
 */
export function chooseLauncher(
  binaries: string,
  home: string,
  { isRoot = process.getuid?.() === 0, namespaces = true, openDir }: LauncherOptions,
): Launcher {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (!isRoot) return direct(binaries, home);
  if (namespaces && works(inNamespace(binaries, home))) return inNamespace(binaries, home);
  chownSync(home, NOBODY, NOBODY);
  const inPlace = asNobody(binaries, home);
  return works(inPlace) ? inPlace : moved(binaries, openDir);
}

export type LauncherOptions = { isRoot?: boolean; namespaces?: boolean; openDir: string };

function moved(binaries: string, openDir: string): Launcher {
  const copy = join(openDir, 'programs');
  const home = join(openDir, 'home');
  mkdirSync(openDir, { recursive: true, mode: 0o755 });
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(binaries, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  mkdirSync(home, { recursive: true, mode: 0o700 });
  chownSync(home, NOBODY, NOBODY);
  return asNobody(copy, home);
}

/** Starts a program that goes on by itself: not ended with us, deaf to our Ctrl-C, its output in a file. */
export function launchDetached(launcher: Launcher, program: string, args: string[], output: number) {
  const [file, words, options] = launcher.command(join(launcher.binaries, 'bin', program), args);
  const child = spawn(file, words, {
    ...options,
    cwd: launcher.home,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
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
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  if (run.status !== 0) throw new Error(`${program} failed: ${run.stderr || run.error?.message}`);
}
