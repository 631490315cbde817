/** A database that is only busy is not taken for one that is away, nor asked for ever more connections. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionTarget, connect, type Sql } from '../../src/platform/database';
import { discard, type Pulse, takePulse } from '../../src/platform/pulse';
import { testDatabase } from '../support/database';
import { until } from '../support/process';

const FULL = Buffer.from('E\0\0\0\x19SFATAL\0C53300\0Mfull\0\0\0', 'latin1');

let test_: Awaited<ReturnType<typeof testDatabase>>;
const dir = mkdtempSync(join(tmpdir(), 'lopp-'));
let says: Buffer | undefined;
const server = Bun.listen({
  unix: join(dir, '.s.PGSQL.5432'),
  socket: {
    data(socket) {
      if (says) socket.end(says);
    },
  },
});
beforeAll(async () => {
  test_ = await testDatabase();
});
afterAll(async () => {
  server.stop(true);
  rmSync(dir, { recursive: true, force: true });
  await test_.drop();
});

let pool: Sql;
let pulse: Pulse;
/** Where each new connection goes, and how many there were. */
let ways: ConnectionTarget[];
let scouts = 0;
const sham: ConnectionTarget = { socketDir: dir };
beforeEach(async () => {
  [scouts, ways, says] = [0, [], undefined];
  pool = connect(test_.target, { max: 1 });
  await pool`select 1`;
  pulse = takePulse([pool], () =>
    connect(ways[scouts++] ?? ways.at(-1) ?? sham, { max: 1, fetch_types: false }),
  );
});
/** The only connection of the pool is at work for longer than any of these takes. */
const block = () => void pool`select pg_sleep(30)`.catch(() => {});
afterEach(() => {
  pulse.stop();
  discard(pool);
});

test('one that gives no more connections is there', async () => {
  says = FULL;
  block();
  await pulse.answers();
  await pulse.answers();
  expect(pulse.isAway()).toBe(false);
});

test('one miss is none', async () => {
  ways = [sham, test_.target];
  block();
  expect(await pulse.answers()).toBe(false);
  expect(pulse.isAway()).toBe(false);
  await pulse.answers();
  expect(pulse.isAway()).toBe(false);
  expect(scouts).toBe(2);
});

test('two misses in a row are told, the second of which is asked for by itself', async () => {
  block();
  await pulse.answers();
  await until(async () => pulse.isAway(), 5000);
  expect(scouts).toBeGreaterThan(1);
});

test('a new connection is made once a second at most while each is answered', async () => {
  ways = [test_.target];
  let isOver = false;
  const busy = (async () => {
    while (!isOver) await pool`select pg_sleep(0.3)`;
  })();
  const begun = performance.now();
  while (performance.now() - begun < 3000) expect(await pulse.answers()).toBe(true);
  isOver = true;
  await busy;
  expect(scouts).toBeLessThanOrEqual(4);
});
