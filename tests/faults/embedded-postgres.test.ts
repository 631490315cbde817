import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '#src/platform/config.ts';
import { connect, type Sql } from '#src/platform/database.ts';
import { removeStaleLockFile } from '#src/platform/embedded-postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import { openContext } from '#src/platform/open.ts';
import { isRunning, postgresPid, temporaryDir, until } from '#tests/support/process.ts';

const silent = createLog('silent');
let dir: ReturnType<typeof temporaryDir>;
beforeEach(() => {
  dir = temporaryDir();
});
afterEach(() => dir.remove());

/** A user is a caller of `startEmbeddedPostgres`: all users of a folder share one database. */
const startUser = (log = silent) => startEmbeddedPostgres(dir.path, log);
const isPostgresRunning = async () => isRunning(await postgresPid(dir.path));

/** An ended process keeps its pid until this process has reaped it. */
const expectEnded = (pid: number) => until(async () => !isRunning(pid), 1000);

async function withConnection<Result>({ target }: EmbeddedPostgres, work: (sql: Sql) => Promise<Result>) {
  const sql = connect(target, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

const sessionPids = async (sql: Sql): Promise<number[]> => {
  const rows = await sql`select pid from pg_stat_activity where backend_type = 'client backend'`;
  return rows.map(({ pid }) => pid);
};

describe('the embedded database', () => {
  test('runs until its last user has stopped', async () => {
    const [first, second] = [await startUser(), await startUser()];
    const pid = await postgresPid(dir.path);
    await first.stop();
    expect(await withConnection(second, (sql) => sql`select 1`)).toHaveLength(1);
    await second.stop();
    await expectEnded(pid);
  });

  test('stops when eight users leave at the same moment', async () => {
    const users = [await startUser(), ...(await Promise.all(Array.from({ length: 7 }, () => startUser())))];
    const pid = await postgresPid(dir.path);
    await Promise.all(users.map((user) => user.stop()));
    await expectEnded(pid);
  });

  test('lets a user leave without waiting for the others', async () => {
    const [server, script] = [await startUser(), await startUser()];
    const started = performance.now();
    await script.stop();
    expect(performance.now() - started).toBeLessThan(500);
    await server.stop();
  });

  test('keeps running when a leaving user cannot find out whether it is the last', async () => {
    const server = await startUser();
    await withConnection(server, async (sql) => {
      const before = await sessionPids(sql);
      const script = await startUser();
      const [scriptSession] = (await sessionPids(sql)).filter((pid) => !before.includes(pid));
      await sql`update pg_database set datallowconn = false where datname = 'postgres'`;
      await sql`select pg_terminate_backend(${scriptSession ?? 0})`;
      await Bun.sleep(300);
      await script.stop();
      expect(await isPostgresRunning()).toBe(true);
      expect(await sql`select 1`).toHaveLength(1);
      await sql`update pg_database set datallowconn = true where datname = 'postgres'`;
    });
    await server.stop();
  });

  test('accepts users that arrive while the last one leaves', async () => {
    await (await startUser()).stop();
    const startAndStop = async () => {
      for (let round = 0; round < 5; round++) {
        const user = await startUser();
        expect(await withConnection(user, (sql) => sql`select 1`)).toHaveLength(1);
        await user.stop();
      }
    };
    await Promise.all([startAndStop(), startAndStop(), startAndStop()]);
  });
});

describe('after the database is killed', () => {
  test('stopping the process during the restart logs no false alarm and leaves no database running', async () => {
    const lines: string[] = [];
    const user = await startUser(pino({ level: 'info' }, { write: (line: string) => lines.push(line) }));
    process.kill(await postgresPid(dir.path), 'SIGKILL');
    await until(async () => lines.length > 0, 5000);
    await user.stop();
    await Bun.sleep(500);
    expect(lines.join('')).toContain('starting it again');
    expect(lines.join('')).not.toContain('does not start');
    expect(await isPostgresRunning().catch(() => false)).toBe(false);
  });

  test('the next start is not blocked when another program has its pid', async () => {
    await (await startUser()).stop();
    const other = Bun.spawn(['sleep', '60']);
    await Bun.write(join(dir.path, 'postgres/data/postmaster.pid'), `${other.pid}\n`);
    const user = await startUser();
    other.kill();
    expect(await isPostgresRunning()).toBe(true);
    await user.stop();
  });

  test('a lock file that another start is just creating is kept', async () => {
    const data = join(dir.path, 'data');
    const lock = join(data, 'postmaster.pid');
    mkdirSync(data);
    await Bun.write(lock, '');
    removeStaleLockFile({ data });
    expect(await Bun.file(lock).exists()).toBe(true);
  });
});

describe('a start that fails', () => {
  test('leaves no database running', async () => {
    const first = await startUser();
    await withConnection(first, (sql) =>
      sql.unsafe('create schema drizzle; create table drizzle.__drizzle_migrations ()'),
    );
    const config = readConfig({ DATA_DIR: dir.path });
    const pid = await postgresPid(dir.path);
    await first.stop();
    await expect(openContext(config, silent)).rejects.toThrow();
    await expectEnded(pid);
    expect(await isPostgresRunning().catch(() => false)).toBe(false);
  });
});
