import { connect, type Sql } from '../database';
import { type Cluster, launchServer, runningPid } from './cluster';

/**
 * The session that a process holds for as long as it uses the database, and by which the others know of it: it shares
 * the lock IN_USE, and a server's holds SERVER alone. Locks end with their session, whatever ends that.
 */
export type Presence = Sql;

const IN_USE = 7_021_011;
const SERVER = 7_021_012;

const STOP_LIMIT = 20_000;
/** How long the session of a server that was killed may still be there, on a machine that has much else to do. */
const CLAIM_LIMIT = 5000;
const AGAIN_AFTER = 30;
const LAUNCH_AGAIN_AFTER = 200;

/**
 * Enters when the database answers, and starts it when it does not run; whoever else starts or ends it at the same time
 * is let come to an end. `givenUp` is asked as long as nothing was started here.
 */
export async function join(
  cluster: Cluster,
  { deadline, givenUp, onLost }: { deadline: () => number; givenUp: () => boolean; onLost: () => void },
): Promise<Presence> {
  const server = { isLaunched: false, hasEnded: false };
  const ended = () => (server.hasEnded = true);
  const isComing = () => server.isLaunched && !server.hasEnded;
  let failure: unknown;
  while (Date.now() < deadline() && (isComing() || !givenUp())) {
    if (!isComing() && !runningPid(cluster)) {
      if (server.hasEnded) await Bun.sleep(LAUNCH_AGAIN_AFTER);
      Object.assign(server, { isLaunched: true, hasEnded: false });
      launchServer(cluster).once('exit', ended).once('error', ended);
    }
    try {
      return await enter(cluster, onLost);
    } catch (error) {
      failure = error;
      await Bun.sleep(AGAIN_AFTER);
    }
  }
  throw new Error(`The embedded database did not start; see postgres.log in ${cluster.launcher.home}.`, {
    cause: failure,
  });
}

async function enter({ socketDir }: Cluster, onLost: () => void): Promise<Presence> {
  let isIn = false;
  const onclose = () => isIn && onLost();
  const sql = connect(
    { socketDir },
    { max: 1, max_lifetime: null, fetch_types: false, connect_timeout: 2, onclose },
  );
  try {
    // Waits while one who leaves finds out whether the database can be ended, and is cut off when it is.
    await sql`select pg_advisory_lock_shared(${IN_USE})`;
    isIn = true;
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
}

/** Whether this process is now the one server on the database; false when there is another. */
export async function claim(presence: Presence): Promise<boolean> {
  const deadline = Date.now() + CLAIM_LIMIT;
  do {
    const [row] = await presence`select pg_try_advisory_lock(${SERVER}) as is_ours`;
    if (row?.is_ours) return true;
    await Bun.sleep(AGAIN_AFTER);
  } while (Date.now() < deadline);
  return false;
}

/** Gives the database up, and ends it if nobody else is in it. When that cannot be found out it runs on. */
export async function leave(presence: Presence, cluster: Cluster): Promise<void> {
  try {
    await presence`select pg_advisory_unlock_shared(${IN_USE})`;
    const [row] = await presence`
      select pg_try_advisory_lock(${IN_USE}) as is_last, pg_read_file('postmaster.pid') as lock`;
    if (row?.is_last) await endServer(cluster, Number.parseInt(row.lock, 10));
  } catch {
    // Cut off, or not allowed to end it: another process is at it, or the next to leave will be.
  } finally {
    await presence.end({ timeout: 1 });
  }
}

/**
 * A fast shutdown: what is committed is written, the files are left clean. `pid` is the server that was asked: when
 * several leave, it can have ended by now and the next have been started.
 */
async function endServer(cluster: Cluster, pid: number): Promise<void> {
  if (runningPid(cluster) !== pid) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT;
  while (runningPid(cluster) === pid && Date.now() < deadline) await Bun.sleep(20);
}
