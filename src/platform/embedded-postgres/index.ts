import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import type { Log } from '../log';
import { findBinaries } from './binaries';
import { type Cluster, isFresh, makeCluster, settle } from './cluster';
import { chooseLauncher, type LauncherOptions } from './launcher';
import { claim, join, leave } from './presence';
import { socketDirFor } from './socket-dir';

export type EmbeddedPostgres = {
  target: { socketDir: string };
  /** Newly made, and no start has called {@link settle} since: the demonstration calendar belongs in it (D2). */
  isFresh: boolean;
  settle: () => void;
  /**
   * Makes this process the one server on the database; false when there is another. `onLost` is called if another took
   * its place after the database had died.
   */
  claim: (onLost: () => void) => Promise<boolean>;
  /** Ends the database unless another process (a server, a script) is using it. */
  stop: () => Promise<void>;
};

const START_LIMIT = 120_000;
const STOP_LIMIT = 20_000;

/**
 * A real PostgreSQL in `dataDir`, made when there is none, started when it does not run, and started again when
 * it dies. Several processes may use one: who comes second attaches, who leaves last ends it (D1, D3).
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  options: Partial<LauncherOptions> = {},
): Promise<EmbeddedPostgres> {
  const cluster = clusterIn(dataDir, options);
  makeCluster(cluster);

  let stopBy: number | undefined;
  let onClaimLost: (() => void) | undefined;
  let isLost = false;
  let returning: Promise<void> | undefined;
  let presence = await enter();

  function enter() {
    const limit = Date.now() + START_LIMIT;
    return join(cluster, {
      deadline: () => Math.min(limit, stopBy ?? limit),
      givenUp: () => stopBy !== undefined,
      onLost: () => {
        isLost = true;
        if (stopBy === undefined) returning ??= comeBack().finally(() => (returning = undefined));
      },
    });
  }

  /** After the session was lost, most often because the database died: until it is there again, or we are stopped. */
  async function comeBack(): Promise<void> {
    log.error('The embedded database has cut its connections; starting it again if it has died.');
    while (isLost && stopBy === undefined) {
      await presence.end({ timeout: 0 });
      isLost = false;
      try {
        presence = await enter();
        if (onClaimLost && !(await claim(presence))) return onClaimLost();
        log.info('The embedded database is back.');
      } catch (err) {
        isLost = true;
        if (stopBy === undefined) log.error({ err }, 'The embedded database does not start.');
      }
    }
  }

  return {
    target: { socketDir: cluster.socketDir },
    isFresh: isFresh(cluster),
    settle: () => settle(cluster),
    claim: async (onLost) => {
      await returning;
      const isOurs = await claim(presence);
      if (isOurs) onClaimLost = onLost;
      return isOurs;
    },
    stop: async () => {
      stopBy = Date.now() + STOP_LIMIT;
      await returning;
      await leave(presence, cluster);
    },
  };
}

function clusterIn(dataDir: string, options: Partial<LauncherOptions>): Cluster {
  mkdirSync(dataDir, { recursive: true });
  const real = realpathSync(dataDir);
  const key = createHash('sha256').update(real).digest('hex').slice(0, 12);
  const launcher = chooseLauncher(findBinaries(), joinPath(real, 'postgres'), {
    openDir: `/var/lib/loppkalendern-${key}`,
    ...options,
  });
  return { launcher, data: joinPath(launcher.home, 'data'), socketDir: socketDirFor(launcher, key) };
}
