import { afterAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { contentTypeOf, hostileImports } from '#tests/support/hostile-imports.ts';
import { memoryOf } from '#tests/support/memory.ts';
import { startServer, temporaryDir } from '#tests/support/process.ts';

const ADMIN = { username: 'britta', password: 'ett-Langt-losen0rd' };
const CONCURRENCY = 3;

const dir = temporaryDir();
const environment = {
  DEMO: '0',
  LOG_LEVEL: 'info',
  ADMIN_USERNAME: ADMIN.username,
  ADMIN_PASSWORD: ADMIN.password,
};
const server = await startServer(dir.path, environment);
const response = await fetch(`${server.url}/api/admin/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(ADMIN),
});
const authorization = `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
afterAll(async () => {
  server.signal('SIGTERM');
  await server.exited;
  dir.remove();
});

/**
 * Polls the server until the returned function is called. Its result maps a fraction to that percentile of the
 * durations, in ms.
 */
function startPolling() {
  const durationsMs: number[] = [];
  let isStopped = false;
  const polling = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      const { status } = await fetch(`${server.url}/api/contact/info`);
      if (status !== 200) throw new Error(`Another request returned ${status}.`);
      durationsMs.push(performance.now() - startedAt);
      await Bun.sleep(10);
    }
  })();
  return async () => {
    isStopped = true;
    await polling;
    durationsMs.sort((a, b) => a - b);
    return (fraction: number) =>
      Math.round(durationsMs[Math.floor((durationsMs.length - 1) * fraction)] ?? 0);
  };
}

test('hostile files store nothing but valid rows and do not slow down other requests', async () => {
  const memoryBeforeMb = memoryOf(server.pid).now;
  const stopPolling = startPolling();
  const outcomes: Record<string, number> = {};
  const unexpectedResponses: string[] = [];
  const requiredNames = new Set<string>();
  const allowedNames = new Set<string>();
  const files = hostileImports();
  let count = 0;

  const sendRemaining = async () => {
    for (const hostileFile of files) {
      count++;
      const { label, storedEvents = [], mayStoreNone = false } = hostileFile;
      const response = await fetch(`${server.url}/api/admin/events/import`, {
        method: 'POST',
        headers: { authorization, 'content-type': contentTypeOf(hostileFile) },
        body: Uint8Array.from(hostileFile.body),
      }).catch((error) => error as Error);
      if (response instanceof Error) {
        unexpectedResponses.push(`${label}: ${response.message}`);
        continue;
      }
      const result = (await response.json()) as { code?: string; imported_count?: number };
      const key = `${response.status} ${result.code ?? `${result.imported_count ? 'stored' : 'rows with errors'}`}`;
      outcomes[key] = (outcomes[key] ?? 0) + 1;
      const isStored = (result.imported_count ?? 0) > 0;
      for (const name of storedEvents) (mayStoreNone ? allowedNames : requiredNames).add(name);
      if (![200, 400, 413, 415].includes(response.status)) unexpectedResponses.push(`${label}: ${key}`);
      if (isStored !== storedEvents.length > 0 && !mayStoreNone) unexpectedResponses.push(`${label}: ${key}`);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONCURRENCY }, sendRemaining));
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const percentile = await stopPolling();

  const events = (await (await fetch(`${server.url}/api/events`)).json()) as { event_name: string }[];
  const names = events.map(({ event_name }) => event_name);
  const memoryGrowthMb = memoryOf(server.pid).peak - memoryBeforeMb;
  console.log(`${count} hostile files in ${seconds} s:`, outcomes);
  console.log(
    `The server grew by ${memoryGrowthMb} MB at most; other requests: half within ${percentile(0.5)} ms, 95 % within ${percentile(0.95)}, all within ${percentile(1)}`,
  );
  expect(unexpectedResponses).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(170);
  expect(names.filter((name) => !requiredNames.has(name) && !allowedNames.has(name))).toEqual([]);
  expect([...requiredNames].filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  expect(readdirSync(join(dir.path, 'incoming'))).toEqual([]);
  expect(server.log()).not.toContain('"level":50');
  expect(memoryGrowthMb).toBeLessThan(400);
  expect(percentile(0.95)).toBeLessThan(200);
}, 300_000);
