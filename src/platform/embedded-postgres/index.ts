import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../database';
import type { Log } from '../log';
import { findBinaries } from './binaries';
import { type Cluster, isFresh, launchServer, makeCluster, runningPid, settle } from './cluster';
import { chooseLauncher, type LauncherOptions } from './launcher';

export type EmbeddedPostgres = {
  target: { socketDir: string };
  /** Newly made, and no start has called {@link settle} since: the demonstration calendar belongs in it (D2). */
  isFresh: boolean;
  settle: () => void;
  /** Ends the database unless another process (a server, a script) is using it. */
  stop: () => Promise<void>;
};

const START_LIMIT = 120_000;
const STOP_LIMIT = 20_000;
const LOOK_EVERY = 250;
/** How long connections of our own that were just closed may still be counted. */
const CLOSING_LIMIT = 1000;

/**
 * A real PostgreSQL in `dataDir`, made when there is none, started when it does not run, and started again when
 * it dies. Several processes may use one: who comes second attaches, who leaves last ends it (D1, D3).
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  options: Partial<LauncherOptions> = {},
): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const key = createHash('sha256').update(real).digest('hex').slice(0, 12);
  const launcher = chooseLauncher(findBinaries(), join(real, 'postgres'), {
    openDir: `/var/lib/loppkalendern-${key}`,
    ...options,
  });
  const cluster: Cluster = {
    launcher,
    data: join(launcher.home, 'data'),
    socketDir: socketDirFor(launcher.home, key),
  };
  makeCluster(cluster);
  await ensureRunning(cluster);
  // A session that stays for as long as this process uses the database: an idle pool has none that others could see.
  const presence = connect(cluster, { max: 1, max_lifetime: null });
  await presence`select 1`;

  let stopping = false;
  let restarting = false;
  const supervisor = setInterval(async () => {
    if (stopping || restarting || runningPid(cluster)) return;
    restarting = true;
    log.error('The embedded database has died; starting it again.');
    try {
      await ensureRunning(cluster, () => stopping);
      if (!stopping) await presence`select 1`;
      log.info('The embedded database is back.');
    } catch (error) {
      log.error({ err: error }, 'The embedded database does not start.');
    }
    restarting = false;
  }, LOOK_EVERY);
  supervisor.unref();

  return {
    target: { socketDir: cluster.socketDir },
    isFresh: isFresh(cluster),
    settle: () => settle(cluster),
    stop: async () => {
      stopping = true;
      clearInterval(supervisor);
      await presence.end({ timeout: 0 });
      if (!(await isUsed(cluster))) await endServer(cluster);
    },
  };
}

/** Beside the data; but a socket's path has at most 107 bytes, so a deep folder gets one in the temporary folder. */
function socketDirFor(home: string, key: string): string {
  const beside = join(home, 'run');
  const dir = Buffer.byteLength(beside) <= 80 ? beside : join(tmpdir(), `loppkalendern-${key}`);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const owner = statSync(dir).uid;
  const isOurs = owner === process.getuid?.() || process.getuid?.() === 0;
  if (!isOurs) throw new Error(`${dir} belongs to another user.`);
  return dir;
}

/** Returns when the database answers. Whoever else starts it at the same time is let win. */
async function ensureRunning(cluster: Cluster, givenUp = () => false): Promise<void> {
  const deadline = Date.now() + START_LIMIT;
  let failure: unknown;
  while (Date.now() < deadline && !givenUp()) {
    let exited = false;
    if (!runningPid(cluster))
      launchServer(cluster)
        .once('exit', () => (exited = true))
        .once('error', () => (exited = true));
    while (!exited && Date.now() < deadline && !givenUp()) {
      await Bun.sleep(30);
      failure = await failureOf(cluster);
      if (!failure) return;
      if (!runningPid(cluster) && exited) break;
    }
    await Bun.sleep(200);
  }
  throw new Error(`The embedded database did not start; see postgres.log in ${cluster.launcher.home}.`, {
    cause: failure,
  });
}

async function failureOf({ socketDir }: Cluster): Promise<unknown> {
  const sql = connect({ socketDir }, { max: 1, connect_timeout: 2 });
  try {
    await sql`select 1`;
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Whether another process is connected, once what we closed ourselves is gone. */
async function isUsed({ socketDir }: Cluster): Promise<boolean> {
  const sql = connect({ socketDir }, { max: 1, connect_timeout: 2 });
  const deadline = Date.now() + CLOSING_LIMIT;
  try {
    while (Date.now() < deadline) {
      const others = await sql`
        select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
      if (others.length === 0) return false;
      await Bun.sleep(25);
    }
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A fast shutdown: what is committed is written, the files are left clean. */
async function endServer(cluster: Cluster): Promise<void> {
  const pid = runningPid(cluster);
  if (!pid) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT;
  while (runningPid(cluster) && Date.now() < deadline) await Bun.sleep(20);
}
