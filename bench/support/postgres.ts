import { connect, openDatabase, type Sql } from '#src/platform/database.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import { temporaryDir } from './child.ts';
import { atEnd } from './ending.ts';

export type Postgres = {
  socketDir: string;
  /** One connection without a limit on statements. Closed at the end of the benchmark. */
  open: (database: string) => Sql;
  /** Returns the environment with which the product and `psql` use the database. */
  create: (database: string) => Promise<Record<string, string>>;
};

/** In a temporary folder, with these additional settings. Stopped at the end of the benchmark. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  const dir = temporaryDir();
  const startInstance = () => startEmbeddedPostgres(dir, createLog('warn'));
  let running = await startInstance();
  atEnd(() => running.stop());
  const { socketDir } = running.target;

  function open(database: string): Sql {
    const sql = connect({ socketDir, database }, { max: 1, connection: { statement_timeout: 0 } });
    atEnd(() => sql.end({ timeout: 5 }));
    return sql;
  }

  if (Object.keys(settings).length > 0) {
    const { sql, close } = openDatabase({ socketDir });
    for (const [name, value] of Object.entries(settings)) {
      await sql.unsafe(`alter system set ${name} = '${value}'`);
    }
    await close();
    await running.stop();
    running = await startInstance();
  }

  return {
    socketDir,
    open,
    async create(database) {
      const { sql, close } = openDatabase({ socketDir });
      await sql.unsafe(`create database ${database}`);
      await close();
      return { DATABASE_URL: `postgres:///${database}`, PGHOST: socketDir, PGUSER: 'postgres' };
    },
  };
}
