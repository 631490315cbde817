import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Launcher } from './launcher';
import { launchDetached, launchToEnd } from './launcher';

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
  writeFileSync(join(making, FRESH), '');
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

/** The process id of the running server; undefined when there is none, also after it died without a word. */
export function runningPid({ data }: Cluster): number | undefined {
  const pid = Number(readIfThere(join(data, 'postmaster.pid'))?.split('\n', 1)[0]);
  return pid && isPostgres(pid) ? pid : undefined;
}

const LOG_MAX = 10_000_000;

/** Starts the server. Clears the lock of one that is dead: a zombie would block every start. */
export function launchServer({ launcher, data, socketDir }: Cluster) {
  rmSync(join(data, 'postmaster.pid'), { force: true });
  const logFile = join(launcher.home, 'postgres.log');
  const isLong = existsSync(logFile) && statSync(logFile).size > LOG_MAX;
  const log = openSync(logFile, isLong ? 'w' : 'a', 0o600);
  try {
    if (launcher.name === 'other-user')
      chownSync(socketDir, statSync(launcher.home).uid, statSync(launcher.home).gid);
    const settings = {
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
      listen_addresses: '',
      max_connections: '60',
      shared_buffers: '128MB',
      // A server that is frozen or killed must not hold its locks and connections for ever.
      tcp_keepalives_idle: '60',
      log_min_messages: 'warning',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return launchDetached(launcher, 'postgres', ['-D', data, ...options], log);
  } finally {
    closeSync(log);
  }
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
