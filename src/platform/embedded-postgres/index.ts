import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import type { Log } from '#src/platform/log.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, isFresh, makeCluster, removeFreshMarker, runningPid } from './cluster.ts';
import { chooseLauncher, type LauncherOptions } from './launcher.ts';
import { claim, join, leave } from './presence.ts';
import { socketDirFor } from './socket-dir.ts';

export type EmbeddedPostgres = {
  target: { socketDir: string };
  /** Whether `markSettled` has not been called since the database was created. */
  isFresh: boolean;
  markSettled: () => void;
  /** Returns false if another server uses the database. `onLost` is called if one takes over after a database crash. */
  claim: (onLost: () => void) => Promise<boolean>;
  /** Stops the database unless another process, such as a script, is using it. */
  stop: () => Promise<void>;
};

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

/**
 * Runs a real PostgreSQL in `dataDir`. Creates it if necessary, starts it if it is not running, and restarts it if it
 * crashes. Several processes can share it: later ones attach to it, and the last one to leave stops it.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  options: Partial<LauncherOptions> = {},
): Promise<EmbeddedPostgres> {
  const cluster = clusterIn(dataDir, options);
  makeCluster(cluster);

  let stopDeadline: number | undefined;
  let onClaimLost: (() => void) | undefined;
  let isConnectionLost = false;
  let recovery: Promise<void> | undefined;
  let presence = await joinDatabase();

  function joinDatabase() {
    const startDeadline = Date.now() + START_LIMIT_MS;
    return join(cluster, {
      deadline: () => Math.min(startDeadline, stopDeadline ?? startDeadline),
      isCancelled: () => stopDeadline !== undefined,
      onConnectionLost: () => {
        isConnectionLost = true;
        if (stopDeadline === undefined) recovery ??= recover().finally(() => (recovery = undefined));
      },
    });
  }

  async function recover(): Promise<void> {
    log.error(
      'The embedded database closed its connections; reconnecting, and starting it again if it has crashed.',
    );
    while (isConnectionLost && stopDeadline === undefined) {
      await presence.end({ timeout: 0 });
      isConnectionLost = false;
      try {
        presence = await joinDatabase();
        if (onClaimLost && !(await claim(presence))) return onClaimLost();
        log.info('The embedded database is available again.');
      } catch (err) {
        isConnectionLost = true;
        if (stopDeadline === undefined)
          log.error({ err }, 'The embedded database does not start; trying again.');
      }
    }
  }

  return {
    target: { socketDir: cluster.socketDir },
    isFresh: isFresh(cluster),
    markSettled: () => removeFreshMarker(cluster),
    claim: async (onLost) => {
      await recovery;
      const isOurs = await claim(presence);
      if (isOurs) onClaimLost = onLost;
      return isOurs;
    },
    stop: async () => {
      stopDeadline = Date.now() + STOP_LIMIT_MS;
      await recovery;
      await leave(presence, cluster);
    },
  };
}

/** Creates nothing. */
export const hasEmbeddedPostgres = (dataDir: string): boolean =>
  existsSync(joinPath(dataDir, 'postgres')) && existsSync(clusterIn(dataDir, {}).data);

/**
 * Deletes `dataDir` with all that the database has elsewhere, and ends the database if it still runs. Synchronous, so
 * that nothing starts it again meanwhile.
 */
export function discardEmbeddedPostgres(dataDir: string): void {
  if (hasEmbeddedPostgres(dataDir)) {
    const cluster = clusterIn(dataDir, {});
    for (let pid = runningPid(cluster); pid; pid = runningPid(cluster)) {
      process.kill(pid, 'SIGQUIT');
      Bun.sleepSync(DISCARD_POLL_MS);
    }
    rmSync(cluster.socketDir, { recursive: true, force: true });
    rmSync(openDirOf(keyOf(dataDir)), { recursive: true, force: true });
  }
  rmSync(dataDir, { recursive: true, force: true });
}

const DISCARD_POLL_MS = 30;

const keyOf = (dataDir: string) =>
  createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12);
const openDirOf = (key: string) => `/var/lib/loppkalendern-${key}`;

function clusterIn(dataDir: string, options: Partial<LauncherOptions>): Cluster {
  mkdirSync(dataDir, { recursive: true });
  const realDataDir = realpathSync(dataDir);
  const key = keyOf(realDataDir);
  const launcher = chooseLauncher(findBinaries(), joinPath(realDataDir, 'postgres'), {
    openDir: openDirOf(key),
    ...options,
  });
  return { launcher, data: joinPath(launcher.home, 'data'), socketDir: socketDirFor(launcher, key) };
}
