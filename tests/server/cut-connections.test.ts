// Tests the driver fixes in db/patches, and servers that accept a connection but never respond.
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { sql as statement } from 'drizzle-orm';
import { connect, type Database, openDatabase } from '#src/platform/database.ts';
import { testDatabase } from '#tests/support/database.ts';
import { startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { until } from '#tests/support/process.ts';

/** More than the number of connections in the pool. */
const CUT_COUNT = 12;

const testDb = await testDatabase();
const admin = connect(testDb.target, { max: 1 });
const { socketDir, database } = testDb.target;
const proxy = await startFaultyProxy(join(socketDir, '.s.PGSQL.5432'));
/** Connects to the same database through the proxy. */
const url = proxy.url.replace(/postgres$/, database);
afterAll(async () => {
  await admin.end();
  proxy.stop();
  await testDb.drop();
});

/** Terminates the database session of `run`, which sleeps in the database, like a crash or an operator would. */
async function terminateDuring(run: () => Promise<unknown>): Promise<unknown> {
  let error: unknown;
  run().catch((reason) => (error = reason));
  while (!error) {
    await Bun.sleep(10);
    await admin`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(30)%' and state = 'active' and datname = current_database() and pid <> pg_backend_pid()`;
  }
  return error;
}

const sleepers: [string, (database: Database) => Promise<unknown>][] = [
  [
    'Drizzle',
    ({ longRunning }) => longRunning.transaction((tx) => tx.execute(statement`select pg_sleep(30)`)),
  ],
  ['the driver', ({ sql }) => sql.begin((tx) => tx`select pg_sleep(30)`)],
];

describe.each(sleepers)('a transaction of %s, after its session is terminated,', (_, sleep) => {
  // Without the patch of closed() and begin(), the rollback is written to a closed socket and ends the process (#1154).
  test('fails and leaves the pool usable', async () => {
    for (let round = 0; round < CUT_COUNT; round++)
      expect(await terminateDuring(() => sleep(testDb.database))).toBeInstanceOf(Error);
    expect(await testDb.database.sql`select 1`).toHaveLength(1);
    await testDb.database.ready();
  });

  // Without the patch of closed(), end() waits for the lost statement (#1097, #1130).
  test('does not delay closing the pool', async () => {
    const database = openDatabase(testDb.target);
    await terminateDuring(() => sleep(database));
    // Closing gives up after 5 s.
    expect(await Promise.race([database.close().then(() => 'closed'), Bun.sleep(4500)])).toBe('closed');
  });
});

// Without the patch of begin(), late statements of the lost transaction run in the next one (#1216).
test('statements of a lost transaction never run in another transaction', async () => {
  const sql = connect(testDb.target, { max: 1 });
  try {
    const nextStarted = Promise.withResolvers<void>();
    const lostTransaction = sql.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await admin`select pg_terminate_backend(${row?.pid ?? 0})`;
      await nextStarted.promise;
      await tx`create table written_late ()`;
    });
    await expect(lostTransaction).rejects.toMatchObject({
      code: expect.stringMatching(/57P01|CONNECTION_CLOSED/),
    });
    await sql.begin(async (tx) => {
      await tx`select 1`;
      nextStarted.resolve();
      await Bun.sleep(50);
      await tx`select 1`;
    });
    const [row] = await sql`select to_regclass('written_late') as found`;
    expect(row?.found).toBeNull();
  } finally {
    await sql.end({ timeout: 1 });
  }
});

// Without the patch of closed(), the rollback that was written to the reset socket blocks the next connection (#1215).
test('a connection that is reset during a transaction serves more than one statement afterwards', async () => {
  const sql = connect({ url }, { max: 1 });
  const lostTransaction = sql.begin((tx) => tx`select pg_sleep(30)`).catch((error) => error);
  await Bun.sleep(300);
  proxy.reset();
  expect(await lostTransaction).toBeInstanceOf(Error);
  for (let round = 0; round < 3; round++) {
    const rows = await Promise.race([sql`select 1 as n`, Bun.sleep(2000)]);
    expect(rows).toMatchObject([{ n: 1 }]);
  }
  await sql.end({ timeout: 0 });
});

// Without the patch of closed(), the rows of the lost statement come before those of the next one.
test('rows of a lost statement are not returned by the next statement', async () => {
  const sql = connect({ url }, { max: 1, fetch_types: false });
  const lostStatement = sql`select repeat('x', 9000), pg_sleep(0.02) from generate_series(1, 500)`.catch(
    (error) => error,
  );
  await Bun.sleep(300);
  proxy.cut();
  expect(await lostStatement).toBeInstanceOf(Error);
  expect(await sql`select 1`).toHaveLength(1);
  await sql.end({ timeout: 1 });
});

const READY_MESSAGE = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');

/** Closes each connection at its first statement, or at its first message if the server does not greet. */
function cuttingServer({ greets }: { greets: boolean }) {
  const TERMINATED_MESSAGE = Buffer.from('E\0\0\0\x1bSFATAL\0C57P01\0Mended\0\0', 'latin1');
  const greetedSockets = new WeakSet<object>();
  const dir = mkdtempSync(join(tmpdir(), 'lopp-'));
  let connections = 0;
  const server = Bun.listen({
    unix: join(dir, '.s.PGSQL.5432'),
    socket: {
      open: () => void connections++,
      data(socket) {
        if (greets && !greetedSockets.has(socket)) {
          greetedSockets.add(socket);
          socket.write(READY_MESSAGE);
          return;
        }
        if (greets && connections % 2) socket.write(TERMINATED_MESSAGE);
        socket.end();
      },
    },
  });
  return {
    target: { socketDir: dir },
    connections: () => connections,
    stop: () => {
      server.stop(true);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

// Without the patch of fetchArrayTypes(), the error of the driver's own query ends the process (#1223).
test('a connection that is lost during its startup query fails the caller only', async () => {
  const server = cuttingServer({ greets: true });
  const sql = connect(server.target, { max: 1 });
  for (let round = 0; round < 3; round++)
    expect(await sql`select 1`.catch((error) => error)).toBeInstanceOf(Error);
  // Without a limit, so the test times out if it waits.
  await sql.end();
  server.stop();
});

// Without the patch of closed(), the driver reconnects without a pause and never rejects (#1193).
test('a server that closes every connection is not connected to again without a pause', async () => {
  const server = cuttingServer({ greets: false });
  const sql = connect(server.target, { max: 1 });
  const error = await Promise.race([sql`select 1`.catch((reason) => reason), Bun.sleep(1000)]);
  expect(error).toBeInstanceOf(Error);
  expect(server.connections()).toBe(1);
  await sql.end({ timeout: 0 });
  server.stop();
});

/** Accepts connections but never responds to a statement. */
async function silentTlsServer() {
  const { stdout } =
    await Bun.$`openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout - -days 2 -subj /CN=localhost`.quiet();
  const pem = stdout.toString();
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    // The first data is the request for TLS.
    socket.once('data', () => {
      socket.write('S');
      const tlsSocket = new tls.TLSSocket(socket, { isServer: true, key: pem, cert: pem });
      tlsSocket.on('error', () => {});
      tlsSocket.once('data', () => tlsSocket.write(READY_MESSAGE));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=require`,
    stop: () => server.close(),
  };
}

test('an unreachable server fails the caller only', async () => {
  for (const target of [{ socketDir: '/nonexistent' }, { url: 'postgres://127.0.0.1:1/postgres' }]) {
    const sql = connect(target, { max: 2, silence: 1000 });
    const results = await Promise.allSettled([sql`select 1`, sql`select 2`, sql`select 3`]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await sql.end({ timeout: 0 });
  }
});

describe('a silent server', () => {
  test('fails a waiting statement after the time limit, and the next statement gets a new connection', async () => {
    const sql = connect({ url }, { max: 1, silence: 1000 });
    await sql`select 1`;
    proxy.halfOpen();
    const failed = sql`select 2`.catch((error) => error);
    expect(await Promise.race([failed, Bun.sleep(5000)])).toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(await sql`select 3 as n`).toMatchObject([{ n: 3 }]);
    await sql.end({ timeout: 1 });
  });

  // A timeout that every write restarts never fires: a pool sends new statements on busy connections too.
  test('is detected although the pool goes on sending statements', async () => {
    const sql = connect({ url }, { max: 2, silence: 2000 });
    await Promise.all([sql`select 1`, sql`select 1`]);
    proxy.halfOpen();
    let hasRecovered = false;
    const keepSending = async () => {
      sql`select 1`.then(
        () => (hasRecovered = true),
        () => {},
      );
      return hasRecovered;
    };
    await until(keepSending, 20_000, 50);
    await sql.end({ timeout: 1 });
  });

  // The driver removes all listeners of the socket that it passes to TLS.
  test.skipIf(!Bun.which('openssl'))('is detected over TLS', async () => {
    const server = await silentTlsServer();
    const sql = connect({ url: server.url }, { max: 1, silence: 1000, fetch_types: false });
    const error = await Promise.race([sql`select 1`.catch((reason) => reason), Bun.sleep(5000)]);
    expect(error).toMatchObject({ code: 'CONNECTION_CLOSED' });
    await sql.end({ timeout: 0 });
    server.stop();
  });

  test('is not assumed while a statement runs almost as long as allowed', async () => {
    const database = openDatabase({ url });
    await database.db.execute(statement`select 1`);
    // The longest idle time of a connection, then almost the statement_timeout.
    await Bun.sleep(900);
    await database.db.execute(statement`select pg_sleep(2.8)`);
    await database.close();
  });
});

test('every time limit is set on the sessions of calls', async () => {
  const database = openDatabase(testDb.target, { version: 180_000 });
  const rows = await database.db.execute<{ name: string; setting: string }>(statement`
    select name, setting from pg_settings where name in ('statement_timeout', 'transaction_timeout', 'lock_timeout',
      'idle_in_transaction_session_timeout') order by name`);
  await database.close();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
    idle_in_transaction_session_timeout: 3000,
    lock_timeout: 2800,
    statement_timeout: 3000,
    transaction_timeout: 5000,
  });
});
