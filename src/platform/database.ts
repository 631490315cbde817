import { join } from 'node:path';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import journal from '../../db/migrations/meta/_journal.json';
import { openSockets } from './database/socket';
import { withDeadline } from './deadline';

/** Reads, and begins transactions. */
export type Reader = Pick<PostgresJsDatabase, 'select' | 'with' | '$with' | 'execute' | 'transaction'>;
/** Writes too: a transaction, or the database for who has no deadline. */
export type Db = Reader & Pick<PostgresJsDatabase, 'insert' | 'update' | 'delete'>;
export type Sql = postgres.Sql;
export type Database = {
  /** Drizzle, for calls. Its client has date and JSON parsing replaced, so it is used through Drizzle alone. */
  db: Db;
  /** The same for what may take minutes: imports, backups, upkeep. */
  patient: Db;
  /** A client with connections of its own: it ends and cancels what the others are doing. */
  sql: Sql;
  /** Rejects unless the database answers within {@link READY_LIMIT} and has every migration (D2). */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};

/** What a call has of it: a write is part of a transaction, which the call's deadline ends (`answered.ts`). */
export type CallDatabase = Omit<Database, 'db' | 'patient'> & { db: Reader; patient: Reader };

/** How to reach a database: an address, or the folder of a local socket. */
export type ConnectionTarget = { url: string } | { socketDir: string; database?: string };

/** Milliseconds for {@link Database.ready}. */
const READY_LIMIT = 1500;

/**
 * Milliseconds that the database may take (0: any), and that it may be silent before the connection counts as lost:
 * longer than a statement and an idle connection may last together.
 */
type Limits = { statement: number; lock: number; idle: number; transaction: number; silence: number };

/** Statements, locks and idle transactions end before the deadline of a call, so that its connection is free again by then. */
const CALL: Limits = { statement: 3000, lock: 2800, idle: 3000, transaction: 5000, silence: 4250 };
const PATIENT: Limits = {
  statement: 120_000,
  lock: 10_000,
  idle: 120_000,
  transaction: 0,
  silence: 125_000,
};

/** The first version that has a limit for whole transactions; older servers refuse connections that name it. */
const WITH_TRANSACTION_TIMEOUT = 170_000;

/**
 * The server's own limits. It releases the locks of a vanished client after the idle timeout, or when TCP keep-alive fails.
 */
const settingsOf = ({ statement, lock, idle, transaction }: Limits, version: number) => ({
  statement_timeout: statement,
  lock_timeout: lock,
  idle_in_transaction_session_timeout: idle,
  tcp_keepalives_idle: 2,
  tcp_keepalives_interval: 1,
  tcp_keepalives_count: 3,
  ...(version >= WITH_TRANSACTION_TIMEOUT && { transaction_timeout: transaction }),
});

const SCRIPT = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Idle connections are closed after this time: then a silent one is known to wait for a reply. */
const IDLE_SECONDS = 1;

/** A client for that database; nothing is connected until the first statement. */
export function connect(
  target: ConnectionTarget,
  options: postgres.Options<Record<string, never>> & { silence?: number } = {},
): Sql {
  const { silence, ...others } = options;
  const common = {
    onnotice: () => {},
    connect_timeout: 3,
    // Seconds. Constant, so that reconnecting stays fast after many failures.
    backoff: () => 0.2,
    // The driver passes the address to `socket`, which its types do not say.
    ...(silence && { idle_timeout: IDLE_SECONDS, socket: openSockets(silence) as never }),
    ...others,
    connection: { application_name: 'loppkalendern', TimeZone: 'UTC', ...SCRIPT, ...options.connection },
  };
  return 'url' in target
    ? postgres(target.url, common)
    : postgres({
        path: join(target.socketDir, '.s.PGSQL.5432'),
        user: 'postgres',
        database: target.database ?? 'postgres',
        ...common,
      });
}

/** `version` is the server's, such as 180004; `settings` are those of PostgreSQL, for every session that is opened. */
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
    calls: clientFor(CALL, poolSize),
    patient: clientFor(PATIENT, 4),
    sql: clientFor(CALL, 4),
  };
  const over = (client: Sql) => drizzle(client, { casing: 'snake_case' });
  const db = over(clients.calls);
  return {
    db,
    patient: over(clients.patient),
    sql: clients.sql,
    ready: () => withDeadline(expectMigrated(db), READY_LIMIT),
    close: async () => {
      await Promise.all(Object.values(clients).map((client) => client.end({ timeout: 5 })));
    },
  };
}

const MIGRATIONS = join(import.meta.dir, '../../db/migrations');
const MIGRATION_LOCK = 7_021_001;

/**
 * Brings the tables up to date. Several instances may start at once: one migrates, the others wait. Answers the version
 * of the server.
 */
export async function migrateDatabase(target: ConnectionTarget): Promise<number> {
  const sql = connect(target, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: MIGRATIONS });
    const [server] = await sql<
      { version: number }[]
    >`select current_setting('server_version_num')::int as version`;
    return server?.version ?? 0;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function expectMigrated(db: Reader): Promise<void> {
  const [row] = await db.execute<{ done: number }>(
    'select count(*)::int as done from drizzle.__drizzle_migrations',
  );
  if ((row?.done ?? 0) < journal.entries.length) throw new Error('Migrations are missing.');
}
