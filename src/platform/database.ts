import { join } from 'node:path';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import journal from '#db/migrations/meta/_journal.json';
import { parseDatabaseUrl } from './database/hosts.ts';
import { exactlyOne } from './database/rows.ts';
import { openSockets } from './database/socket.ts';
import { withDeadline } from './limits/deadline.ts';

export type Reader = Pick<PostgresJsDatabase, 'select' | 'with' | '$with' | 'execute' | 'transaction'>;
/** A transaction, or the database for background work, which has no deadline. */
export type Db = Reader & Pick<PostgresJsDatabase, 'insert' | 'update' | 'delete'>;
export type Sql = postgres.Sql;
export type Database = {
  /** For calls. Drizzle replaces the client's date and JSON parsers, so the client must not be used directly. */
  db: Db;
  /** For work that may take minutes. */
  longRunning: Db;
  /** For refreshes of the cached public reads. Apart, so that neither calls nor imports keep them waiting. */
  refreshes: Reader;
  /** A client with separate connections, used to cancel statements of the others. */
  sql: Sql;
  /** Rejects unless the database responds in time and all migrations are applied. */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};

/** For calls. Writes need a transaction, which is rolled back at the call's deadline (`call-deadline.ts`). */
export type CallDatabase = Omit<Database, 'db' | 'longRunning'> & { db: Reader; longRunning: Reader };

export type ConnectionTarget = { url: string } | { socketDir: string; database?: string };

const READY_LIMIT_MS = 1500;

/**
 * In milliseconds; 0 means no limit. The connection is closed after `silence` without data, which must be longer than
 * the statement timeout plus {@link IDLE_SECONDS}.
 */
type Limits = { statement: number; lock: number; idle: number; transaction: number; silence: number };

/** Statements, locks and idle transactions time out before the deadline of a call, so that its connection is free. */
const CALL_LIMITS: Limits = { statement: 3000, lock: 2800, idle: 3000, transaction: 5000, silence: 4250 };
const LONG_RUNNING_LIMITS: Limits = {
  statement: 120_000,
  lock: 10_000,
  idle: 120_000,
  transaction: 0,
  silence: 125_000,
};
/** The limit of a statement is that of one page of a list. The first one also sorts the whole list. */
const REFRESH_LIMITS: Limits = {
  statement: 60_000,
  lock: 10_000,
  idle: 60_000,
  transaction: 300_000,
  silence: 65_000,
};

/** The first version with `transaction_timeout`. Older servers reject connections that set it. */
const TRANSACTION_TIMEOUT_VERSION = 170_000;

/** With the idle timeout and the keep-alives, the server releases the locks of a lost client. */
const settingsOf = ({ statement, lock, idle, transaction }: Limits, version: number) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  ...(version >= TRANSACTION_TIMEOUT_VERSION && { transaction_timeout: transaction }),
});

const DEFAULT_TIMEOUTS_MS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Idle connections are closed after this time, so a connection that stays silent for longer is waiting for a reply. */
const IDLE_SECONDS = 1;

/** For the pools that do not serve ordinary calls. */
const SMALL_POOL_SIZE = 4;
const CLOSE_TIMEOUT_SECONDS = 5;

/** The client connects on its first statement. */
export function connect(
  target: ConnectionTarget,
  options: postgres.Options<Record<string, never>> & { silence?: number } = {},
): Sql {
  const { silence, ...driverOptions } = options;
  const { url, hosts } = ('url' in target && parseDatabaseUrl(target.url)) || { url: '', hosts: [] };
  const common = {
    onnotice: () => {},
    connect_timeout: 3,
    // In seconds. Constant, so that reconnecting stays fast after many failures.
    backoff: () => 0.2,
    // The driver passes the address to `socket`, but its types do not declare that.
    ...(silence && { idle_timeout: IDLE_SECONDS }),
    ...((silence || hosts.length > 0) && { socket: openSockets({ silenceMs: silence, hosts }) as never }),
    ...driverOptions,
    connection: {
      application_name: 'loppkalendern',
      TimeZone: 'UTC',
      ...DEFAULT_TIMEOUTS_MS,
      ...options.connection,
    },
  };
  return 'url' in target
    ? postgres(url, common)
    : postgres({
        path: join(target.socketDir, '.s.PGSQL.5432'),
        user: 'postgres',
        database: target.database ?? 'postgres',
        ...common,
      });
}

/** `version` is the server's version number, such as 180004. */
export function openDatabase(
  target: ConnectionTarget,
  { poolSize = 10, version = 0, settings = {} as Record<string, string> } = {},
): Database {
  const clientFor = (limits: Limits, max: number) =>
    connect(target, {
      max,
      silence: limits.silence,
      connection: { ...settingsOf(limits, version), ...settings },
    });
  const clients = {
    calls: clientFor(CALL_LIMITS, poolSize),
    longRunning: clientFor(LONG_RUNNING_LIMITS, SMALL_POOL_SIZE),
    refreshes: clientFor(REFRESH_LIMITS, SMALL_POOL_SIZE),
    sql: clientFor(CALL_LIMITS, SMALL_POOL_SIZE),
  };
  const drizzleOver = (client: Sql) => drizzle(client, { casing: 'snake_case' });
  const db = drizzleOver(clients.calls);
  return {
    db,
    longRunning: drizzleOver(clients.longRunning),
    refreshes: drizzleOver(clients.refreshes),
    sql: clients.sql,
    ready: () => withDeadline(expectMigrated(db), READY_LIMIT_MS),
    close: async () => {
      await Promise.all(
        Object.values(clients).map((client) => client.end({ timeout: CLOSE_TIMEOUT_SECONDS })),
      );
    },
  };
}

const MIGRATIONS = join(import.meta.dir, '../../db/migrations');
const MIGRATION_LOCK = 7_021_001;

/** A newer release has migrated the database. The message is for the operator. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
  constructor(unknownCount: number) {
    super(
      `The database belongs to a newer release: it has ${unknownCount} migration${unknownCount === 1 ? '' : 's'} that this one does not know. ` +
        'Run the newer release. To go back, import a backup from before the upgrade into a new database (docs/operations.md, Upgrade).',
    );
  }
}

/**
 * Returns the server's version number. Instances that start at the same time wait for one another. Throws
 * {@link NewerDatabase} without changing anything.
 */
export async function migrateDatabase(target: ConnectionTarget): Promise<number> {
  const sql = connect(target, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await expectKnownMigrations(sql);
    await migrate(drizzle(sql), { migrationsFolder: MIGRATIONS });
    const server = await exactlyOne(
      sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`,
    );
    return server.version;
  } finally {
    await sql.end({ timeout: CLOSE_TIMEOUT_SECONDS });
  }
}

/** Whether a calendar has ever been created in it. */
export async function isMigrated(target: ConnectionTarget): Promise<boolean> {
  const sql = connect(target, { max: 1 });
  try {
    return await hasMigrations(sql);
  } finally {
    await sql.end({ timeout: CLOSE_TIMEOUT_SECONDS });
  }
}

async function hasMigrations(sql: Sql): Promise<boolean> {
  const { exists } = await exactlyOne(
    sql<{ exists: boolean }[]>`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  return exists;
}

/** An older program would not know what the newer one requires, such as another check of a session. */
async function expectKnownMigrations(sql: Sql): Promise<void> {
  if (!(await hasMigrations(sql))) return;
  // Drizzle stores the `when` of the journal.
  const known = journal.entries.map(({ when }) => when);
  const unknown = await sql`
    select from drizzle.__drizzle_migrations
    where created_at not in (select jsonb_array_elements_text(${JSON.stringify(known)}::text::jsonb)::bigint)`;
  if (unknown.length > 0) throw new NewerDatabase(unknown.length);
}

async function expectMigrated(db: Reader): Promise<void> {
  const row = await exactlyOne(
    db.execute<{ done: number }>('select count(*)::int as done from drizzle.__drizzle_migrations'),
  );
  if (row.done < journal.entries.length)
    throw new Error('The database is missing migrations. Restart the server or run `bun run db:migrate`.');
}
