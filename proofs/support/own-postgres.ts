import { sql } from 'drizzle-orm';
import { connect, migrateDatabase, openDatabase } from '#src/platform/database.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import { temporaryDir } from '#tests/support/process.ts';

/** For tests that need more connections than the shared PostgreSQL has. */
export async function ownPostgres() {
  const folder = temporaryDir();
  const postgres = await startEmbeddedPostgres(folder.path, createLog('error'));
  const { target: admin } = postgres;
  const client = connect(admin, { max: 1, idle_timeout: 1 });
  let sequence = 0;
  return {
    open: async () => {
      const name = `own_${++sequence}`;
      await client.unsafe(`create database ${name}`);
      const target = { ...admin, database: name };
      await migrateDatabase(target);
      const database = openDatabase(target);
      return {
        target,
        database,
        drop: async () => {
          await database.close();
          await client.unsafe(`drop database ${name} with (force)`);
        },
        /** PostgreSQL updates the number with a delay. */
        deadlocks: async (): Promise<number> => {
          const [row] = await database.db.execute<{ deadlocks: number }>(
            sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
          );
          return row?.deadlocks ?? 0;
        },
      };
    },
    stop: async () => {
      await client.end({ timeout: 5 });
      await postgres.stop();
      folder.remove();
    },
  };
}
export type OwnPostgres = Awaited<ReturnType<typeof ownPostgres>>;
