import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type Sql } from '#src/platform/database.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import {
  isRunning,
  postgresPid,
  type RunningServer,
  runScript,
  startServer,
  temporaryDir,
  until,
} from '#tests/support/process.ts';

/** Only the server of an embedded database holds this advisory lock. */
const SERVER_LOCK = 7_021_012;

const dir = temporaryDir();
let server: RunningServer;
const countEvents = async () =>
  ((await (await fetch(`${server.url}/api/events`)).json()) as unknown[]).length;
const isReady = async () => (await fetch(`${server.url}/api/ready`)).status === 200;

beforeAll(async () => {
  server = await startServer(dir.path);
});
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

describe('bun start', () => {
  test('fills a new calendar with 58 events and logs that they are demonstration data', async () => {
    expect(await isReady()).toBe(true);
    expect(await countEvents()).toBe(58);
    expect(server.log()).toContain('DEMONSTRATION DATA');
  });

  test('refuses a second start on the same data with a clear message', async () => {
    const second = await runScript('start', [], dir.path, { PORT: '0' });
    expect(second.exit).toBe(1);
    expect(second.err).toContain('A server already runs on the data in');
    expect(await countEvents()).toBe(58);
  });

  test('shares its database with scripts while it runs', async () => {
    const seed = await runScript('seed-demo', [], dir.path);
    expect(seed.out).toContain('nothing was changed');
    expect(seed.exit).toBe(0);
    expect(await isReady()).toBe(true);
  });

  test('prints one line that names the variable when a value is invalid', async () => {
    const { exit, err } = await runScript('start', [], dir.path, { PORT: 'hundra' });
    expect(exit).toBe(1);
    expect(err.trim()).toBe('PORT must be a port from 0 to 65535.');
  });
});

describe('after kill -9', () => {
  test('of the database, the running server is ready again within 5 s', async () => {
    process.kill(await postgresPid(dir.path), 'SIGKILL');
    await until(async () => !(await isReady()), 2000).catch(() => 0);
    expect(await until(isReady, 5000)).toBeLessThan(5000);
    expect(await countEvents()).toBe(58);
  });

  test('of the server, the next start takes over the running database', async () => {
    server.signal('SIGKILL');
    await server.exited;
    server = await startServer(dir.path);
    expect(await countEvents()).toBe(58);
  });

  test('of both, the next start recovers without help', async () => {
    const postgres = await postgresPid(dir.path);
    server.signal('SIGKILL');
    process.kill(postgres, 'SIGKILL');
    await server.exited;
    server = await startServer(dir.path);
    expect(await countEvents()).toBe(58);
  });
});

async function withConnection<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect({ socketDir: join(dir.path, 'postgres/run') }, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

describe('a second server on the same database', () => {
  test('is refused before it changes anything', async () => {
    await withConnection(async (sql) => {
      await sql`alter schema drizzle rename to kept`;
      const second = await runScript('start', [], dir.path, { PORT: '0' });
      const newSchemas = await sql`select from pg_namespace where nspname = 'drizzle'`;
      await sql`drop schema if exists drizzle cascade`;
      await sql`alter schema kept rename to drizzle`;
      expect(second.err).toContain('A server already runs on the data in');
      expect(newSchemas).toHaveLength(0);
    });
  });

  test('makes the first one exit if it takes the lock while the database is unavailable', async () => {
    await withConnection(async (sql) => {
      // Waits for the lock, and gets it when the server's session is terminated.
      const lock = sql`select pg_advisory_lock(${SERVER_LOCK})`.execute();
      await until(
        () =>
          withConnection(async (other) => (await other`select from pg_locks where not granted`).length === 1),
        5000,
      );
      await withConnection(
        (other) =>
          other`select pg_terminate_backend(pid) from pg_locks where objid = ${SERVER_LOCK} and granted`,
      );
      await lock;
      expect(await server.exited).toBe(1);
      expect(server.log()).toContain('Another server has taken over');
    });
    server = await startServer(dir.path);
  });
});

test('SIGTERM finishes requests in progress and ends server and database with exit code 0', async () => {
  const postgres = await postgresPid(dir.path);
  const sent = await withConnection(async (sql) => {
    await sql`begin`;
    await sql`lock table contact_messages`;
    const response = fetch(`${server.url}/api/contact/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Anna Lund',
        email: 'anna@example.com',
        subject: 'Fråga',
        message: 'Hej från Umeå',
      }),
    });
    response.catch(() => {});
    const isRequestWaiting = async () =>
      (await sql`select from pg_locks where not granted and relation = 'contact_messages'::regclass`).length >
      0;
    await until(isRequestWaiting, 5000);
    server.signal('SIGTERM');
    await Bun.sleep(300);
    await sql`commit`;
    return response;
  });
  expect(sent.status).toBe(200);
  expect(await server.exited).toBe(0);
  await until(async () => !isRunning(postgres), 1000);
  server = await startServer(dir.path);
  expect(
    await withConnection((sql) => sql`select from contact_messages where email = 'anna@example.com'`),
  ).toHaveLength(1);
});

describe('two simultaneous first starts on a new folder', () => {
  test('make one server ready, and the other exit with the reason', async () => {
    const fresh = temporaryDir();
    const starts = await Promise.allSettled([startServer(fresh.path), startServer(fresh.path)]);
    const ready = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const refused = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
    expect(refused).toEqual([expect.stringContaining('A server already runs on the data in')]);
    for (const one of ready) {
      expect(await (await fetch(`${one.url}/api/events`)).json()).toHaveLength(58);
      one.signal('SIGTERM');
      expect(await one.exited).toBe(0);
    }
    fresh.remove();
  });

  test('let both scripts finish, and the database stops with the last one', async () => {
    const fresh = temporaryDir();
    const results = await Promise.all([
      runScript('db-migrate', [], fresh.path),
      runScript('seed-demo', [], fresh.path),
    ]);
    expect(results).toMatchObject([
      { exit: 0, err: '' },
      { exit: 0, err: '' },
    ]);
    await expect(postgresPid(fresh.path)).rejects.toThrow();
    fresh.remove();
  });
});

describe.if(process.getuid?.() === 0)('when root starts the database,', () => {
  test.each([
    ['in a user namespace', true],
    ['as another user, with programs and data moved to a folder that this user can enter', false],
  ])('it runs in a folder that only root can enter: %s', async (_, namespaces) => {
    const rootOnly = temporaryDir();
    const readable = temporaryDir();
    chmodSync(rootOnly.path, 0o700);
    chmodSync(readable.path, 0o755);
    const start = () =>
      startEmbeddedPostgres(join(rootOnly.path, 'data'), createLog('silent'), {
        namespaces,
        openDir: join(readable.path, 'open'),
      });
    const first = await start();
    const sql = connect(first.target, { max: 1 });
    await sql`create table kept as select 1 as one`;
    await sql.end();
    await first.stop();
    const again = await start();
    const after = connect(again.target, { max: 1 });
    expect(await after`select one from kept`).toHaveLength(1);
    await after.end();
    await again.stop();
    rootOnly.remove();
    readable.remove();
  });
});
