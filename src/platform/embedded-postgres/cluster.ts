import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Launcher } from './launcher';
import { handOver, launchDetached, launchToEnd } from './launcher';

/** The files of one PostgreSQL: `data` beside its log. */
export type Cluster = { launcher: Launcher; data: string; socketDir: string };

const FRESH = 'fresh';

/** Makes the database's files when there are none. A crash half-way leaves only what the next start clears away. */
export function makeCluster({ launcher, data }: Cluster): void {
  for (const name of readdirSync(launcher.home)) {
    if (name.startsWith('new-') && !isAlive(Number(name.slice(4)))) {
      rmSync(join(launcher.home, name), { recursive: true, force: true });
    }
  }
  if (existsSync(data)) return;
  const making = join(launcher.home, `new-${process.pid}`);
  launchToEnd(launcher, 'initdb', [
    ...['-D', making, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'],
    ...['--locale=C', '--locale-provider=icu', '--icu-locale=sv-SE'],
  ]);
  writeFileSync(join(making, FRESH), '', { flag: 'wx' });
  handOver(launcher, join(making, FRESH));
  try {
    renameSync(making, data);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(data)) throw error;
  }
}

/** Newly made, and no start has come to its end since. */
export const isFresh = ({ data }: Cluster): boolean => existsSync(join(data, FRESH));
export const settle = ({ data }: Cluster): void => rmSync(join(data, FRESH), { force: true });

const pidFileOf = ({ data }: Pick<Cluster, 'data'>) => join(data, 'postmaster.pid');

/** The process id of the running server; undefined when there is none, also after it died without a word. */
export function runningPid(cluster: Cluster): number | undefined {
  const pid = namedPid(cluster);
  return pid && isPostgres(pid) ? pid : undefined;
}

function namedPid(cluster: Pick<Cluster, 'data'>): number | undefined {
  return Number(readIfThere(pidFileOf(cluster))?.split('\n', 1)[0]) || undefined;
}

const LOG = 'postgres.log';
const LOG_MAX = 10_000_000;

/** Starts the server; one that runs already makes this one end at once. */
export function launchServer(cluster: Cluster) {
  const { launcher, data, socketDir } = cluster;
  clearDeadLock(cluster);
  const logFile = join(launcher.home, LOG);
  const settings = {
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    listen_addresses: '',
    max_connections: '150',
    shared_buffers: '128MB',
    log_min_messages: 'warning',
    // Details quote rows, and with them people's addresses.
    log_error_verbosity: 'terse',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return launchDetached(launcher, 'postgres', ['-D', data, ...options], {
    file: LOG,
    anew: existsSync(logFile) && statSync(logFile).size > LOG_MAX,
  });
}

/** How long a server that starts may need from making its lock to writing its number there. */
const LOCKING_LIMIT = 10_000;

/**
 * Removes a lock that would block every start: of a zombie, or of a number that is some other program's now, or left
 * empty by a crash. That of a process that is gone PostgreSQL clears away itself, and safer: another start may be making its own.
 */
export function clearDeadLock(cluster: Pick<Cluster, 'data'>): void {
  const file = pidFileOf(cluster);
  const pid = namedPid(cluster);
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  const blocks = pid ? isAlive(pid) && !isPostgres(pid) : Date.now() - made > LOCKING_LIMIT;
  if (blocks) rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Alive, not a zombie, and PostgreSQL: after a reboot the number may be somebody else's. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === undefined) return process.platform !== 'linux';
  const [, command, state] = /\((.*)\) (\S)/.exec(stat) ?? [];
  return command === 'postgres' && state !== 'Z';
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
