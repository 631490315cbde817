import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../src/platform/database';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres';
import { createLog } from '../../src/platform/log';
import {
  postgresPid,
  type RunningServer,
  runScript,
  startServer,
  temporaryDir,
  until,
} from '../support/process';

const dir = temporaryDir();
let server: RunningServer;
const count = async () => ((await (await fetch(`${server.url}/api/events`)).json()) as unknown[]).length;
const isReady = async () => (await fetch(`${server.url}/api/ready`)).status === 200;

beforeAll(async () => {
  server = await startServer(dir.path);
});
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

describe('one command', () => {
  test('a new calendar holds the 56 demonstration events, and the log says what they are', async () => {
    expect(await isReady()).toBe(true);
    expect(await count()).toBe(56);
    expect(server.log()).toContain('DEMONSTRATION DATA');
  });

  test('a second start on the same data says so plainly and harms nothing', async () => {
    const second = await runScript('start', [], dir.path, { PORT: '0' });
    expect(second.exit).toBe(1);
    expect(second.err).toContain('A server already runs on the data in');
    expect(await count()).toBe(56);
  });

  test('a script uses the same database while the server runs', async () => {
    const seed = await runScript('seed-demo', [], dir.path);
    expect(seed.out).toContain('nothing was changed');
    expect(seed.exit).toBe(0);
    expect(await isReady()).toBe(true);
  });

  test('a bad value stops the start with one line that names the variable', async () => {
    const { exit, err } = await runScript('start', [], dir.path, { PORT: 'hundra' });
    expect(exit).toBe(1);
    expect(err.trim()).toBe('PORT must be a port from 0 to 65535.');
  });
});

describe('after a death without a word', () => {
  test('the database killed: the running server is ready again by itself within 5 s', async () => {
    process.kill(await postgresPid(dir.path), 'SIGKILL');
    await until(async () => !(await isReady()), 2000).catch(() => 0);
    expect(await until(isReady, 5000)).toBeLessThan(5000);
    expect(await count()).toBe(56);
  });

  test('the server killed: the next start takes over the database that went on', async () => {
    server.signal('SIGKILL');
    await server.exited;
    server = await startServer(dir.path);
    expect(await count()).toBe(56);
  });

  test('both killed: the next start recovers without help', async () => {
    const postgres = await postgresPid(dir.path);
    server.signal('SIGKILL');
    process.kill(postgres, 'SIGKILL');
    await server.exited;
    server = await startServer(dir.path);
    expect(await count()).toBe(56);
  });
});

test('SIGTERM finishes what is under way and ends server and database with exit code 0', async () => {
  const postgres = await postgresPid(dir.path);
  const answers = Array.from({ length: 20 }, () => fetch(`${server.url}/api/events`).then((r) => r.json()));
  await Bun.sleep(5);
  server.signal('SIGTERM');
  for (const answer of await Promise.all(answers)) expect(answer).toHaveLength(56);
  expect(await server.exited).toBe(0);
  expect(() => process.kill(postgres, 0)).toThrow();
  server = await startServer(dir.path);
});

describe.if(process.getuid?.() === 0)('root, whom PostgreSQL refuses', () => {
  test.each([
    ['in a user namespace', true],
    ['as another user, with programs and data moved to where that one may go', false],
  ])('the database runs in a folder that only root may enter: %s', async (_how, namespaces) => {
    const closed = temporaryDir();
    const open = temporaryDir();
    chmodSync(closed.path, 0o700);
    chmodSync(open.path, 0o755);
    const start = () =>
      startEmbeddedPostgres(join(closed.path, 'data'), createLog('silent'), {
        namespaces,
        openDir: join(open.path, 'open'),
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
    closed.remove();
    open.remove();
  });
});
