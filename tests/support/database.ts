import { readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { connect, type Database, migrateDatabase, openDatabase } from '#src/platform/database.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';

const MIGRATIONS = join(import.meta.dir, '../../db/migrations');
const TEMPLATE_LOCK = 7_021_099;

const postgres = await startEmbeddedPostgres(
  join(tmpdir(), `loppkalendern-tests-${userInfo().uid}`),
  createLog('error'),
);
/** Does nothing while another run uses this PostgreSQL. `scripts/test.ts` calls it at the end. */
export const stopTestPostgres = () => postgres.stop();

const admin = connect(postgres.target, { max: 1, idle_timeout: 1 });

export async function testDatabase(): Promise<{
  target: { socketDir: string; database: string };
  database: Database;
  drop: () => Promise<void>;
}> {
  const name = databaseNameAt(Date.now());
  await withTemplateLock(async (locked) =>
    locked.unsafe(`create database ${name} template ${await migratedTemplate(locked)}`),
  );
  const target = { ...postgres.target, database: name };
  const database = openDatabase(target);
  return {
    target,
    database,
    drop: async () => {
      await database.close();
      await admin.unsafe(`drop database ${name} with (force)`);
    },
  };
}

/** A UUIDv7 begins with the time, in milliseconds. */
export const databaseNameAt = (instant: number) =>
  `test_${Bun.randomUUIDv7('hex', instant).replaceAll('-', '')}`;

/** Only one process at a time may use templates. No idle timeout: closing the connection releases the lock. */
async function withTemplateLock<Result>(work: (locked: Sql) => Promise<Result>): Promise<Result> {
  const locked = connect(postgres.target, {
    max: 1,
    // Another process may hold the lock while it migrates.
    connection: { lock_timeout: 0, statement_timeout: 0 },
  });
  try {
    await locked`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    return await work(locked);
  } finally {
    await locked.end();
  }
}

async function migratedTemplate(locked: Sql): Promise<string> {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.sort().map((name) => Bun.file(join(MIGRATIONS, name)).text()));
  const name = `template_${Bun.hash(texts.join('\n')).toString(36)}`;
  const [existing] = await locked`select from pg_database where datname = ${name}`;
  if (!existing) {
    await locked.unsafe(`drop database if exists making_${name}`);
    await locked.unsafe(`create database making_${name}`);
    await migrateDatabase({ ...postgres.target, database: `making_${name}` });
    await locked.unsafe(`alter database making_${name} rename to ${name}`);
  }
  return name;
}

const HOUR_MS = 3_600_000;

/**
 * Drops what killed runs have left: test databases after an hour, templates after a day. Another run, which shares
 * this PostgreSQL, may still use newer ones.
 */
export async function dropOldDatabases(now: number): Promise<void> {
  await withTemplateLock(async (locked) => {
    const rows = await locked<{ name: string; created_at: Date | null }[]>`
      select datname as name, (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification as created_at
      from pg_database where datname ~ '^(test|template|making_template)_'`;
    for (const { name, created_at } of rows) {
      const isTest = name.startsWith('test_');
      const createdAtMs = isTest ? Number.parseInt(name.slice(5, 17), 16) : (created_at?.getTime() ?? now);
      if (now - createdAtMs > (isTest ? HOUR_MS : 24 * HOUR_MS))
        await locked.unsafe(`drop database if exists ${name} with (force)`);
    }
  });
}
await dropOldDatabases(Date.now());
