import { join } from 'node:path';
import type { Config } from './config';
import type { Context } from './context';
import { migrateDatabase, openDatabase } from './database';
import { startEmbeddedPostgres } from './embedded-postgres';
import type { Log } from './log';

export type Opened = {
  context: Context;
  /** A newly made embedded database: it gets the demonstration calendar unless DEMO says no (D2). */
  isFresh: boolean;
  /** To be called when a start has come to its end: what is fresh is so no longer. */
  settle: () => void;
  /** Refuses a second server on the same embedded database; throws {@link AlreadyRunning}. */
  claim: () => Promise<void>;
  close: () => Promise<void>;
};

/** A server already runs on this data; the message says so to whoever started the second. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

/** The database up and migrated, with the context that verbs run in. For the server and for scripts (D3). */
export async function openContext(config: Config, log: Log): Promise<Opened> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir, log);
  const target = embedded?.target ?? { url: config.databaseUrl ?? '' };
  await migrateDatabase(target);
  const database = openDatabase(target);
  let release = () => {};
  return {
    context: { config, database, log, now: () => new Date() },
    isFresh: embedded?.isFresh ?? false,
    settle: () => embedded?.settle(),
    claim: async () => {
      if (embedded)
        release = await claimSocket(join(embedded.target.socketDir, 'server.sock'), config.dataDir);
    },
    close: async () => {
      release();
      await database.close();
      await embedded?.stop();
    },
  };
}

/** A socket that somebody answers on is a server that lives; one that nobody does was left by a crash. */
async function claimSocket(path: string, dataDir: string): Promise<() => void> {
  const answers = await Bun.connect({ unix: path, socket: { data: () => {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
  if (answers) {
    throw new AlreadyRunning(
      `A server already runs on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  await Bun.file(path)
    .unlink()
    .catch(() => {});
  const listener = Bun.listen({ unix: path, socket: { data: () => {} } });
  listener.unref();
  return () => listener.stop(true);
}
