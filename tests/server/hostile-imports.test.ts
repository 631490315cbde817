/** Hostile files sent to the import of a real server (issue, step 3): none stored but what is in truth good, nothing falls. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hostileImports, typeOf } from '../support/hostile-imports';
import { memoryOf } from '../support/memory';
import { type RunningServer, startServer, temporaryDir } from '../support/process';

const ADMIN = { username: 'britta', password: 'ett-Langt-losen0rd' };
const AT_ONCE = 3;

const dir = temporaryDir();
let server: RunningServer;
let authorization: string;
beforeAll(async () => {
  const environment = {
    DEMO: '0',
    LOG_LEVEL: 'info',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  };
  server = await startServer(dir.path, environment);
  const answer = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  authorization = `Bearer ${((await answer.json()) as { access_token: string }).access_token}`;
}, 60_000);
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

/** Asks for something small again and again, until it is told to stop; how long each answer took. */
function watchAnswers() {
  const times: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const start = performance.now();
      const { status } = await fetch(`${server.url}/api/contact/info`);
      if (status !== 200) throw new Error(`Others were answered ${status}.`);
      times.push(performance.now() - start);
      await Bun.sleep(10);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    times.sort((a, b) => a - b);
    return (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);
  };
}

test('hostile files are refused, leave nothing that is not theirs, and others are answered meanwhile', async () => {
  const before = memoryOf(server.pid).now;
  const stopWatching = watchAnswers();
  const outcomes: Record<string, number> = {};
  const surprises: string[] = [];
  const must = new Set<string>();
  const may = new Set<string>();
  const files = hostileImports();
  let count = 0;

  const lane = async () => {
    for (const hostile of files) {
      count++;
      const { label, leaves = [], perhaps = false } = hostile;
      const answer = await fetch(`${server.url}/api/admin/events/import`, {
        method: 'POST',
        headers: { authorization, 'content-type': typeOf(hostile) },
        body: Uint8Array.from(hostile.body),
      }).catch((error) => error as Error);
      if (answer instanceof Error) {
        surprises.push(`${label}: ${answer.message}`);
        continue;
      }
      const told = (await answer.json()) as { code?: string; imported_count?: number };
      const key = `${answer.status} ${told.code ?? `${told.imported_count ? 'stored' : 'rows with errors'}`}`;
      outcomes[key] = (outcomes[key] ?? 0) + 1;
      const isStored = (told.imported_count ?? 0) > 0;
      for (const name of leaves) (perhaps ? may : must).add(name);
      if (![200, 400, 413, 415].includes(answer.status)) surprises.push(`${label}: ${key}`);
      if (isStored !== leaves.length > 0 && !perhaps) surprises.push(`${label}: ${key}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const seconds = Math.round((performance.now() - started) / 1000);
  const answeredWithin = await stopWatching();

  const events = (await (await fetch(`${server.url}/api/events`)).json()) as { event_name: string }[];
  const names = events.map(({ event_name }) => event_name);
  const grown = memoryOf(server.pid).peak - before;
  console.log(`${count} hostile files in ${seconds} s:`, outcomes);
  console.log(
    `The server grew by ${grown} MB at most; of others half were answered within ${answeredWithin(0.5)} ms, 95 % within ${answeredWithin(0.95)}, all within ${answeredWithin(1)}`,
  );
  expect(surprises).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(170);
  expect(names.filter((name) => !must.has(name) && !may.has(name))).toEqual([]);
  expect([...must].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(readdirSync(join(dir.path, 'incoming'))).toEqual([]);
  expect(server.log()).not.toContain('"level":50');
  expect(grown).toBeLessThan(400);
  expect(answeredWithin(0.95)).toBeLessThan(200);
}, 90_000);
