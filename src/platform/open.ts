import { createClockGuard } from './clock/guard.ts';
import type { Config } from './config.ts';
import type { BackgroundContext } from './context.ts';
import { openNotifications } from './database/notify.ts';
import { isMigrated, migrateDatabase, openDatabase } from './database.ts';
import {
  type EmbeddedPostgres,
  hasEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres/index.ts';
import type { Log } from './log.ts';
import { openOutbound } from './outbound/index.ts';
import { openUploads } from './uploads.ts';

export type Opened = {
  context: BackgroundContext;
  /** Whether the embedded database was just created. It gets the demonstration data, unless DEMO is 0. */
  isFresh: boolean;
  /** Call it when a start has completed: the database no longer counts as just created. */
  markSettled: () => void;
  close: () => Promise<void>;
};

/** Another server is already using this data. The message is for the operator. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

/** There is no calendar, and the caller did not mean to create one. The message is for the operator. */
class NoCalendar extends Error {
  override readonly name = 'NoCalendar';
  constructor({ databaseUrl, dataDir }: Config) {
    super(
      `There is no calendar ${databaseUrl ? 'in the database of DATABASE_URL' : `in ${dataDir}`}. DATA_DIR and DATABASE_URL select it, with the values ` +
        'that the server has. To create one, start the server or run `bun run db:migrate`.',
    );
  }
}

type OpenOptions = {
  claim?: boolean;
  /** Throws {@link NoCalendar} instead of creating one. */
  mustExist?: boolean;
};

/**
 * Opens and migrates the database, and returns the context for scripts and the server. With `claim`, for the server, it
 * throws {@link AlreadyRunning} if another server uses the same embedded database, without changing anything.
 */
export async function openContext(config: Config, log: Log, options: OpenOptions = {}): Promise<Opened> {
  if (options.mustExist && !config.databaseUrl && !hasEmbeddedPostgres(config.dataDir))
    throw new NoCalendar(config);
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir, log);
  try {
    if (embedded && options.claim) await claim(embedded, config, log);
    const target = embedded?.target ?? { url: config.databaseUrl ?? '' };
    if (options.mustExist && !(await isMigrated(target))) throw new NoCalendar(config);
    const version = await migrateDatabase(target);
    const database = openDatabase(target, { version });
    const notifications = openNotifications(database.sql, log);
    const now = () => new Date();
    return {
      context: {
        config,
        database,
        log,
        now,
        notifications,
        uploads: openUploads(config),
        outbound: openOutbound(config),
        clock: createClockGuard({ db: database.db, now, log, config }),
      },
      isFresh: embedded?.isFresh ?? false,
      markSettled: () => embedded?.markSettled(),
      close: async () => {
        notifications.close();
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
  const isClaimed = await embedded.claim(() => {
    log.fatal(`Another server has taken over the data in ${dataDir}. This server stops.`);
    process.exit(1);
  });
  if (isClaimed) return;
  throw new AlreadyRunning(
    `A server already runs on the data in ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}
