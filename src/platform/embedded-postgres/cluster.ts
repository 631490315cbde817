import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handOver, type Launcher, launchDetached, runToCompletion } from './launcher.ts';

/** `data` is the path of the PostgreSQL data directory. */
export type Cluster = { launcher: Launcher; data: string; socketDir: string };

const FRESH_MARKER = 'fresh';
const NEW_DIR_PREFIX = 'new-';

/** Creates the cluster if it does not exist. Also removes what a crash during an earlier call left behind. */
export function makeCluster({ launcher, data }: Cluster): void {
  for (const name of readdirSync(launcher.home)) {
    if (name.startsWith(NEW_DIR_PREFIX) && !isAlive(Number(name.slice(NEW_DIR_PREFIX.length)))) {
      rmSync(join(launcher.home, name), { recursive: true, force: true });
    }
  }
  if (existsSync(data)) return;
  const newDataDir = join(launcher.home, `${NEW_DIR_PREFIX}${process.pid}`);
  runToCompletion(launcher, 'initdb', [
    ...['-D', newDataDir, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=icu', '--icu-locale=sv-SE'],
  ]);
  writeFileSync(join(newDataDir, FRESH_MARKER), '', { flag: 'wx' });
  handOver(launcher, join(newDataDir, FRESH_MARKER));
  try {
    renameSync(newDataDir, data);
  } catch (error) {
    rmSync(newDataDir, { recursive: true, force: true });
    if (!existsSync(data)) throw error;
  }
}

/** Whether no start has completed since the cluster was created. */
export const isFresh = ({ data }: Cluster): boolean => existsSync(join(data, FRESH_MARKER));
export const removeFreshMarker = ({ data }: Cluster): void =>
  rmSync(join(data, FRESH_MARKER), { force: true });

const pidFileOf = ({ data }: Pick<Cluster, 'data'>) => join(data, 'postmaster.pid');

/** Ignores the lock file of a crashed server. */
export function runningPid(cluster: Cluster): number | undefined {
  const pid = pidInLockFile(cluster);
  return pid && isPostgres(pid) ? pid : undefined;
}

function pidInLockFile(cluster: Pick<Cluster, 'data'>): number | undefined {
  return Number(readIfExists(pidFileOf(cluster))?.split('\n', 1)[0]) || undefined;
}

const LOG_FILE = 'postgres.log';
const LOG_BYTES_MAX = 10_000_000;

/** Starts the server. If one is running already, the new one exits at once. */
export function launchServer(cluster: Cluster) {
  const { launcher, data, socketDir } = cluster;
  removeStaleLockFile(cluster);
  const logFile = join(launcher.home, LOG_FILE);
  const settings = {
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    listen_addresses: '',
    max_connections: '150',
    shared_buffers: '128MB',
    log_min_messages: 'warning',
    // Error details quote rows, and so people's addresses.
    log_error_verbosity: 'terse',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return launchDetached(launcher, 'postgres', ['-D', data, ...options], {
    file: LOG_FILE,
    truncate: existsSync(logFile) && statSync(logFile).size > LOG_BYTES_MAX,
  });
}

/** How long a starting server may take from creating its lock file to writing its pid there. */
const LOCKING_LIMIT_MS = 10_000;

/**
 * Removes a stale lock file that would block every start: it names a zombie or a pid that another program has now, or a
 * crash left it empty. If the pid does not exist, PostgreSQL removes the file itself, which is safer: another process
 * may be starting the server at the same time.
 */
export function removeStaleLockFile(cluster: Pick<Cluster, 'data'>): void {
  const file = pidFileOf(cluster);
  const pid = pidInLockFile(cluster);
  const lockFileTimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const isStale = pid ? isAlive(pid) && !isPostgres(pid) : Date.now() - lockFileTimeMs > LOCKING_LIMIT_MS;
  if (isStale) rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** False for a zombie, and for another program that has the pid after a reboot. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const stat = readIfExists(`/proc/${pid}/stat`);
  if (stat === undefined) return process.platform !== 'linux';
  const [, command, state] = /\((.*)\) (\S)/.exec(stat) ?? [];
  return command === 'postgres' && state !== 'Z';
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
