import { readdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import {
  type ConnectionTarget,
  connect,
  type Database,
  migrateDatabase,
  openDatabase,
} from '../../src/platform/database';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres';
import { createLog } from '../../src/platform/log';

const MIGRATIONS = join(import.meta.dir, '../../db/migrations');
const TEMPLATE_LOCK = 7_021_099;

const postgres = await startEmbeddedPostgres(
  join(tmpdir(), `loppkalendern-tests-${userInfo().uid}`),
  createLog('error'),
);
/** Ends the PostgreSQL that all tests share, unless another run uses it; `scripts/test.ts` calls it last. */
export const stopTestPostgres = () => postgres.stop();

const admin = connect(postgres.target, { max: 1, idle_timeout: 1 });

/** A database of its own with all tables and no rows, on a real PostgreSQL; `drop` leaves nothing behind. */
export async function testDatabase(): Promise<{
  target: ConnectionTarget;
  database: Database;
  drop: () => Promise<void>;
}> {
  const template = await migratedTemplate();
  const name = `test_${Bun.randomUUIDv7().replaceAll('-', '')}`;
  await admin.unsafe(`create database ${name} template ${template}`);
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

/** Migrated once for each state of the migrations, then copied. */
async function migratedTemplate(): Promise<string> {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const texts = await Promise.all(files.sort().map((name) => Bun.file(join(MIGRATIONS, name)).text()));
  const name = `template_${Bun.hash(texts.join('\n')).toString(36)}`;
  await admin`select pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const [known] = await admin`select from pg_database where datname = ${name}`;
    if (!known) {
      await admin.unsafe(`drop database if exists making_${name}`);
      await admin.unsafe(`create database making_${name}`);
      await migrateDatabase({ ...postgres.target, database: `making_${name}` });
      await admin.unsafe(`alter database making_${name} rename to ${name}`);
    }
  } finally {
    await admin`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
  return name;
}
