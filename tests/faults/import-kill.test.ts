// Set KILLS=20 for a thorough run (default: 3 kills of each kind).
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { connect } from '#src/platform/database.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import { manyEvents, utf8 } from '#tests/support/event-files.ts';
import { postgresPid, startServer, temporaryDir, until } from '#tests/support/process.ts';

const KILLS = Number(process.env.KILLS ?? 3);
const ROWS = 20_000;
const ROOT = join(import.meta.dir, '../..');
/** Late enough that some imports have ended before the last kills. */
const MAX_DELAY_MS = 1200;

const dir = temporaryDir();
const file = join(dir.path, 'events.csv');
const outcomes: Record<string, number> = {};

beforeAll(async () => {
  await Bun.write(file, utf8(await manyEvents(ROWS)));
  const first = await startServer(dir.path, { DEMO: '0' });
  first.signal('SIGTERM');
  await first.exited;
});
afterAll(() => {
  console.log(`After ${KILLS} kills each:`, outcomes);
  dir.remove();
});

const environment = { PATH: process.env.PATH, DATA_DIR: dir.path, PORT: '0', DEMO: '0', LOG_LEVEL: 'silent' };
const run = (script: string) =>
  Bun.spawn([process.execPath, join(ROOT, script), file], {
    cwd: ROOT,
    env: environment,
    stdout: 'pipe',
    stderr: 'pipe',
  });

function listenTo(stream: ReadableStream<Uint8Array>) {
  let text = '';
  void (async () => {
    for await (const chunk of stream) text += new TextDecoder().decode(chunk);
  })();
  return { waitFor: (pattern: RegExp) => until(async () => pattern.test(text), 30_000), text: () => text };
}

/** Even rounds kill while the file is read, odd rounds while rows are stored. */
const stepOf = (round: number) => (round % 2 === 0 ? /reading/ : /storing/);

/** From the start of the step to some time after the import's end. */
const delayMs = (round: number) => (MAX_DELAY_MS * (round + Math.random())) / KILLS;

async function expectAllOrNone(kind: string): Promise<void> {
  const server = await startServer(dir.path, { DEMO: '0' });
  expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
  const { length } = (await (await fetch(`${server.url}/api/events`)).json()) as unknown[];
  expect([0, ROWS]).toContain(length);
  const outcome = `${kind}: ${length === 0 ? 'none' : 'all'} of the rows`;
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  await emptyCalendar();
  server.signal('SIGTERM');
  expect(await server.exited).toBe(0);
}

async function emptyCalendar(): Promise<void> {
  const postgres = await startEmbeddedPostgres(dir.path, createLog('silent'));
  const sql = connect(postgres.target, { max: 1 });
  await sql`truncate events cascade`;
  await sql.end();
  await postgres.stop();
}

const rounds = Array.from({ length: KILLS }, (_, round) => [round] as const);

describe('an import leaves all rows or none after kill -9', () => {
  test.each(rounds)('of the importing process, round %i', async (round) => {
    const importing = run('scripts/import-events.ts');
    await listenTo(importing.stderr).waitFor(stepOf(round));
    await Bun.sleep(delayMs(round));
    importing.kill('SIGKILL');
    await importing.exited;
    await expectAllOrNone('importing process');
  });

  test.each(rounds)('of the server that imports, round %i', async (round) => {
    const server = run('tests/support/importing-server.ts');
    await listenTo(server.stdout).waitFor(stepOf(round));
    await Bun.sleep(delayMs(round));
    server.kill('SIGKILL');
    await server.exited;
    await expectAllOrNone('server');
  });

  test.each(rounds)('of the database alone, and the server recovers, round %i', async (round) => {
    const server = run('tests/support/importing-server.ts');
    const output = listenTo(server.stdout);
    await output.waitFor(stepOf(round));
    await Bun.sleep(delayMs(round));
    process.kill(await postgresPid(dir.path), 'SIGKILL');
    await output.waitFor(/imported|failed/);
    const url = /^url (.*)$/m.exec(output.text())?.[1];
    await until(async () => (await fetch(`${url}/api/ready`)).status === 200, 10_000);
    server.kill('SIGTERM');
    await server.exited;
    await expectAllOrNone('database');
  });
});
