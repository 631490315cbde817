import { afterAll, afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { notify, openNotifications } from '#src/platform/database/notify.ts';
import { createPrimary } from '#src/platform/database/primary.ts';
import { type Database, openDatabase } from '#src/platform/database.ts';
import { toAppError } from '#src/platform/failures.ts';
import { createLog } from '#src/platform/log.ts';
import { testDatabase } from '#tests/support/database.ts';
import { type FaultyProxy, startFaultyProxy } from '#tests/support/faulty-proxy.ts';
import { until } from '#tests/support/process.ts';

const shared = await testDatabase();
afterAll(() => shared.drop());

let cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

/** Two addresses of one server. Only one at a time lets connections through, as if it was the primary. */
async function openWithHosts() {
  const { target } = shared;
  if (!('socketDir' in target)) throw new Error('The test needs the database on a socket.');
  const proxies = await Promise.all(
    [0, 1].map(() => startFaultyProxy(join(target.socketDir, '.s.PGSQL.5432'))),
  );
  const hosts = proxies.map(({ url }) => new URL(url).host).join(',');
  const database = openDatabase({
    url: `postgres://postgres@${hosts}/${target.database}?target_session_attrs=read-write`,
  });
  cleanUps.push(...proxies.map(({ stop }) => stop), () => database.close());
  const [one, other] = proxies as [FaultyProxy, FaultyProxy];
  return { one, other, database };
}

const answers = async ({ db }: Database) => (await db.execute<{ one: number }>(sql`select 1 as one`))[0]?.one;

test('connects to the host that accepts connections, wherever it is in the list', async () => {
  for (const down of ['one', 'other'] as const) {
    const opened = await openWithHosts();
    opened[down].set('refuse');
    expect(await answers(opened.database)).toBe(1);
    expect(opened[down].connections()).toBe(0);
  }
});

test('does not wait for a host that does not answer', async () => {
  const { one, database } = await openWithHosts();
  one.set('hole');
  expect(await answers(database)).toBe(1);
  const silent = { host: 'silent', port: 1 };
  const primary = { host: 'primary', port: 1 };
  const { find } = createPrimary([silent, primary], async (host) => {
    if (host === silent) await new Promise(() => {});
  });
  expect(await Promise.race([find(), setImmediate()])).toBe(primary);
});

test('calls and notifications move to the other host when the first one dies', async () => {
  const { one, other, database } = await openWithHosts();
  other.set('refuse');
  const received: unknown[] = [];
  let gaps = 0;
  const notifications = openNotifications(database.sql, createLog('silent'));
  cleanUps.push(() => notifications.close());
  notifications.listen('test', {
    onNotify: (payload) => received.push(payload),
    onGap: () => gaps++,
    onClose: () => {},
  });
  await until(async () => notifications.isListening(), 5000);
  expect(await answers(database)).toBe(1);

  one.set('refuse');
  one.cut();
  other.set('open');
  const ms = await until(async () => (await answers(database)) === 1, 5000);
  expect(ms).toBeLessThan(2000);
  await until(async () => notifications.isListening() && gaps >= 2, 5000);
  await database.db.transaction((tx) => notify(tx as never, 'test', 'moved'));
  await until(async () => received.includes('moved'), 2000);
  expect(one.connections()).toBe(0);
});

test('without any host, calls fail as unavailable before their deadline, and recover by themselves', async () => {
  const { one, other, database } = await openWithHosts();
  one.set('refuse');
  other.set('refuse');
  const startedAt = performance.now();
  const errors = await Promise.all(
    Array.from({ length: 20 }, () => answers(database).catch((error) => toAppError(error).code)),
  );
  expect([...new Set(errors)]).toEqual(['server.unavailable']);
  expect(performance.now() - startedAt).toBeLessThan(4500);
  other.set('open');
  await until(async () => (await answers(database)) === 1, 3000);
});

test('a server that only reads is not the primary', async () => {
  const { other, database } = await openWithHosts();
  other.set('refuse');
  const superuser = shared.database.sql;
  const { target } = shared;
  const name = 'socketDir' in target ? (target.database ?? '') : '';
  await superuser.unsafe(`alter database ${name} set default_transaction_read_only = on`);
  try {
    await expect(answers(database)).rejects.toThrow();
    await answers(database).catch((error) => expect(toAppError(error).code).toBe('server.unavailable'));
  } finally {
    await superuser.unsafe(`set default_transaction_read_only = off; alter database ${name} reset all`);
  }
  expect(await answers(database)).toBe(1);
});
