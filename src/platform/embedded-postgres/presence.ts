import { exactlyOne } from '#src/platform/database/rows.ts';
import { connect, type Sql } from '#src/platform/database.ts';
import { type Cluster, launchServer, runningPid } from './cluster.ts';

/**
 * A session with a shared advisory lock on IN_USE_LOCK, and for the server also an exclusive one on SERVER_LOCK.
 * PostgreSQL releases the locks when the session ends.
 */
type Presence = Sql;

const IN_USE_LOCK = 7_021_011;
const SERVER_LOCK = 7_021_012;

const STOP_LIMIT_MS = 20_000;
/** The session of a killed server may remain for a while on a busy machine. */
const CLAIM_LIMIT_MS = 5000;
const RETRY_DELAY_MS = 30;
const LAUNCH_RETRY_DELAY_MS = 200;

/**
 * Opens a session that keeps the database running. Starts the database if necessary. Retries while another process
 * starts or stops it. `isCancelled` is ignored while a server launched here is running. Throws if the database does not
 * start before `deadline`.
 */
export async function join(
  cluster: Cluster,
  {
    deadline,
    isCancelled,
    onConnectionLost,
  }: { deadline: () => number; isCancelled: () => boolean; onConnectionLost: () => void },
): Promise<Presence> {
  const server = { isLaunched: false, hasEnded: false };
  const onEnd = () => (server.hasEnded = true);
  const isLaunching = () => server.isLaunched && !server.hasEnded;
  let lastError: unknown;
  while (Date.now() < deadline() && (isLaunching() || !isCancelled())) {
    if (!isLaunching() && !runningPid(cluster)) {
      if (server.hasEnded) await Bun.sleep(LAUNCH_RETRY_DELAY_MS);
      Object.assign(server, { isLaunched: true, hasEnded: false });
      launchServer(cluster).once('exit', onEnd).once('error', onEnd);
    }
    try {
      return await openSession(cluster, onConnectionLost);
    } catch (error) {
      lastError = error;
      await Bun.sleep(RETRY_DELAY_MS);
    }
  }
  throw new Error(`The embedded database did not start. See postgres.log in ${cluster.launcher.home}.`, {
    cause: lastError,
  });
}

async function openSession({ socketDir }: Cluster, onConnectionLost: () => void): Promise<Presence> {
  let hasJoined = false;
  const onclose = () => hasJoined && onConnectionLost();
  const sql = connect(
    { socketDir },
    { max: 1, max_lifetime: null, fetch_types: false, connect_timeout: 2, onclose },
  );
  try {
    // Waits while a leaving process checks whether it is the last one. The connection breaks if that process stops the
    // server.
    await sql`select pg_advisory_lock_shared(${IN_USE_LOCK})`;
    hasJoined = true;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}

/** Takes the lock of the server. Returns false if another server keeps it for 5 s. */
export async function claim(presence: Presence): Promise<boolean> {
  const deadline = Date.now() + CLAIM_LIMIT_MS;
  do {
    const row = await exactlyOne(presence`select pg_try_advisory_lock(${SERVER_LOCK}) as is_ours`);
    if (row.is_ours) return true;
    await Bun.sleep(RETRY_DELAY_MS);
  } while (Date.now() < deadline);
  return false;
}

/** Stops the database if no other process uses it. If that is unknown, the database keeps running. */
export async function leave(presence: Presence, cluster: Cluster): Promise<void> {
  try {
    await presence`select pg_advisory_unlock_shared(${IN_USE_LOCK})`;
    const row = await exactlyOne(presence`
      select pg_try_advisory_lock(${IN_USE_LOCK}) as is_last, pg_read_file('postmaster.pid') as lock`);
    if (row.is_last) await stopServer(cluster, Number.parseInt(row.lock, 10));
  } catch {
    // The connection broke or the stop failed. Another process stops the server, now or when it leaves.
  } finally {
    await presence.end({ timeout: 1 });
  }
}

/**
 * A fast shutdown (SIGINT) leaves the files clean. When several processes leave at once, the server with this `pid` may
 * have stopped already, and a new one may be running.
 */
async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  if (runningPid(cluster) !== pid) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (runningPid(cluster) === pid && Date.now() < deadline) await Bun.sleep(RETRY_DELAY_MS);
}
