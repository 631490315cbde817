import { join } from 'node:path';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import journal from '../../db/migrations/meta/_journal.json';
import { tooLate, withDeadline } from './deadline';
import { type Pulse, takePulse } from './pulse';

export type Db = Pick<
  PostgresJsDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction'
>;
export type Sql = postgres.Sql;
export type Database = {
  /** Drizzle. Its client has date and JSON parsing replaced, so it is used through Drizzle alone. */
  db: Db;
  /** A client with connections of its own: it ends and cancels what the others are at. */
  sql: Sql;
  /** Whether it answers. */
  pulse: Pulse;
  /** Rejects unless the database answers within two seconds and has every migration (D2). */
  ready: () => Promise<void>;
  close: () => Promise<void>;
};

/** How to reach a database: an address, or the folder of a local socket. */
export type ConnectionTarget = { url: string } | { socketDir: string; database?: string };

/** Milliseconds for {@link Database.ready}. */
const READY_LIMIT = 1500;

const LIMITS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** A client for that database; nothing is connected until the first statement. */
export function connect(
  target: ConnectionTarget,
  options: postgres.Options<Record<string, never>> = {},
): Sql {
  const common = {
    onnotice: () => {},
    connect_timeout: 3,
    // Seconds, always the same: who comes after a hundred that failed finds the database as soon as who comes first.
    backoff: () => 0.2,
    ...options,
    connection: { application_name: 'loppkalendern', TimeZone: 'UTC', ...LIMITS, ...options.connection },
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

/** `settings` are those of PostgreSQL, for every session that is opened. */
export function openDatabase(
  target: ConnectionTarget,
  { poolSize = 10, settings = {} as Record<string, string> } = {},
): Database {
  // Before the time of a call is up: who waits in vain is told why, and makes room for the next.
  const pooled = connect(target, { max: poolSize, connection: { lock_timeout: 3000, ...settings } });
  const sql = connect(target, { max: 4, idle_timeout: 30, connection: settings });
  const db = drizzle(preparing(pooled), { casing: 'snake_case' });
  const pulse = takePulse([pooled, sql], () =>
    connect(target, { max: 1, fetch_types: false, connect_timeout: 1 }),
  );
  return {
    db,
    sql,
    pulse,
    ready: async () => {
      if (pulse.isAway()) throw tooLate();
      await withDeadline(expectMigrated(db), READY_LIMIT);
    },
    close: async () => {
      pulse.stop();
      await Promise.all([pooled.end({ timeout: 5 }), sql.end({ timeout: 5 })]);
    },
  };
}

/** What Drizzle calls of a client, and of one within a transaction. */
type Used = Pick<Sql, 'unsafe'> & Partial<Pick<Sql, 'begin'> & Pick<postgres.TransactionSql, 'savepoint'>>;

/**
 * Lets a client prepare every statement that has words, once for each connection. Drizzle asks for that only where it gives a
 * name; else each takes two ways to the database instead of one, and is planned each time.
 */
function preparing<Client extends Used>(client: Client): Client {
  const { unsafe, begin, savepoint } = client;
  type Work = (tx: postgres.TransactionSql) => unknown;
  const within =
    (work: Work): Work =>
    (tx) =>
      work(preparing(tx));
  return Object.assign(client, {
    unsafe: (text: string, words?: never[], options?: postgres.UnsafeQueryOptions) =>
      unsafe(text, words, { ...options, prepare: true }),
    ...(begin && { begin: (work: Work) => begin(within(work)) }),
    ...(savepoint && { savepoint: (work: Work) => savepoint(within(work)) }),
  });
}

const MIGRATIONS = join(import.meta.dir, '../../db/migrations');
const MIGRATION_LOCK = 7_021_001;

/** Brings the tables up to date. Several instances may start at once: one migrates, the others wait. */
export async function migrateDatabase(target: ConnectionTarget): Promise<void> {
  const sql = connect(target, { max: 1, connection: { statement_timeout: 0, lock_timeout: 0 } });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: MIGRATIONS });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function expectMigrated(db: Db): Promise<void> {
  const [row] = await db.execute<{ done: number }>(
    'select count(*)::int as done from drizzle.__drizzle_migrations',
  );
  if ((row?.done ?? 0) < journal.entries.length) throw new Error('Migrations are missing.');
}
