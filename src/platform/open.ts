import type { Config } from './config';
import type { OpenContext } from './context';
import { migrateDatabase, openDatabase } from './database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres';
import type { Log } from './log';
import { openNotices } from './notify';
import { openUploads } from './uploads';

export type Opened = {
  context: OpenContext;
  /** A newly made embedded database: it gets the demonstration calendar unless DEMO says no (D2). */
  isFresh: boolean;
  /** To be called when a start has come to its end: what is fresh is so no longer. */
  settle: () => void;
  close: () => Promise<void>;
};

/** A server already runs on this data; the message says so to whoever started the second. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

/**
 * The database up and migrated, with the context that verbs run in. For scripts (D3), and with `claim` for the server:
 * a second one on the same embedded database throws {@link AlreadyRunning} and has changed nothing.
 */
export async function openContext(
  config: Config,
  log: Log,
  options: { claim: boolean } = { claim: false },
): Promise<Opened> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir, log);
  try {
    if (embedded && options.claim) await claim(embedded, config, log);
    const target = embedded?.target ?? { url: config.databaseUrl ?? '' };
    const version = await migrateDatabase(target);
    const database = openDatabase(target, { version });
    const notices = openNotices(database.sql, log);
    return {
      context: {
        config,
        database,
        log,
        now: () => new Date(),
        notices,
        uploads: openUploads(config),
      },
      isFresh: embedded?.isFresh ?? false,
      settle: () => embedded?.settle(),
      close: async () => {
        notices.close();
        await database.close();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function claim(embedded: EmbeddedPostgres, { dataDir }: Config, log: Log): Promise<void> {
  const isOurs = await embedded.claim(() => {
    log.fatal(`Another server has taken over the data in ${dataDir}. This one ends.`);
    process.exit(1);
  });
  if (isOurs) return;
  throw new AlreadyRunning(
    `A server already runs on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
