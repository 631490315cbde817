import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOf, hostileImports } from '../support/hostile-imports';
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
  const response = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  authorization = `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
}, 60_000);
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

/** The returned function stops it and returns the percentiles in ms. */
function watchResponses() {
  const times: number[] = [];
  let isOver = false;
  const polling = (async () => {
    while (!isOver) {
      const start = performance.now();
      const { status } = await fetch(`${server.url}/api/contact/info`);
      if (status !== 200) throw new Error(`Another request returned ${status}.`);
      times.push(performance.now() - start);
      await Bun.sleep(10);
    }
  })();
  return async () => {
    isOver = true;
    await polling;
    times.sort((a, b) => a - b);
    return (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);
  };
}

test('hostile files store nothing but valid rows and do not slow down other requests', async () => {
  const before = memoryOf(server.pid).now;
  const stopWatching = watchResponses();
  const outcomes: Record<string, number> = {};
  const surprises: string[] = [];
  const must = new Set<string>();
  const may = new Set<string>();
  const files = hostileImports();
  let count = 0;

  const lane = async () => {
    for (const hostile of files) {
      count++;
      const { label, storedEvents = [], mayStoreNone = false } = hostile;
      const response = await fetch(`${server.url}/api/admin/events/import`, {
        method: 'POST',
        headers: { authorization, 'content-type': contentTypeOf(hostile) },
        body: Uint8Array.from(hostile.body),
      }).catch((error) => error as Error);
      if (response instanceof Error) {
        surprises.push(`${label}: ${response.message}`);
        continue;
      }
      const result = (await response.json()) as { code?: string; imported_count?: number };
      const key = `${response.status} ${result.code ?? `${result.imported_count ? 'stored' : 'rows with errors'}`}`;
      outcomes[key] = (outcomes[key] ?? 0) + 1;
      const isStored = (result.imported_count ?? 0) > 0;
      for (const name of storedEvents) (mayStoreNone ? may : must).add(name);
      if (![200, 400, 413, 415].includes(response.status)) surprises.push(`${label}: ${key}`);
      if (isStored !== storedEvents.length > 0 && !mayStoreNone) surprises.push(`${label}: ${key}`);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const seconds = Math.round((performance.now() - started) / 1000);
  const percentile = await stopWatching();

  const events = (await (await fetch(`${server.url}/api/events`)).json()) as { event_name: string }[];
  const names = events.map(({ event_name }) => event_name);
  const grown = memoryOf(server.pid).peak - before;
  console.log(`${count} hostile files in ${seconds} s:`, outcomes);
  console.log(
    `The server grew by ${grown} MB at most; other requests: half within ${percentile(0.5)} ms, 95 % within ${percentile(0.95)}, all within ${percentile(1)}`,
  );
  expect(surprises).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(170);
  expect(names.filter((name) => !must.has(name) && !may.has(name))).toEqual([]);
  expect([...must].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(readdirSync(join(dir.path, 'incoming'))).toEqual([]);
  expect(server.log()).not.toContain('"level":50');
  expect(grown).toBeLessThan(400);
  expect(percentile(0.95)).toBeLessThan(200);
}, 90_000);
