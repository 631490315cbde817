/**
 * An admin imports races again and again on a busy machine, while readers load the list. The list follows each import
 * within 30 s, never has fewer races than it had, and no session is refused.
 */
import { expect, test } from 'bun:test';
import { csvOfEvents } from '#bench/support/events.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts';
import { createLog } from '#src/platform/log.ts';
import { startServer, temporaryDir } from '#tests/support/process.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { startNeighbours } from './at-size/neighbours.ts';
import { countFailingReads } from './at-size/refreshes.ts';
import { ADMIN, loginAt } from './slow-and-large/product.ts';

const ROWS = sized(1000, 5000);
const IMPORTS = sized(3, 10);
const NEIGHBOURS = sized(1, 2);
const READERS = 2;
/** So short that the reads exceed it, as those of a longer list exceed the limit of calls. */
const CONTROL_LIMIT_MS = sized(2, 20);
const FOLLOW_LIMIT_MS = 30_000;

test('the list follows each import on a busy machine, and is never emptier than before', async () => {
  const dir = temporaryDir();
  const server = await startServer(dir.path, { ...ADMIN, DEMO: '0' });
  const headers = await loginAt(server.url);
  startNeighbours(NEIGHBOURS);
  const violations: string[] = [];
  let reads = 0;
  let followedMs = 0;
  let isDone = false;

  /** Counts races as a browser reads the list: again only when it has changed. */
  function openList(): () => Promise<number> {
    let etag = '';
    let rows = 0;
    return async () => {
      const response = await fetch(`${server.url}/api/events`, { headers: { 'if-none-match': etag } });
      reads++;
      if (response.status === 200) {
        rows = countRows(await response.bytes());
        etag = response.headers.get('etag') ?? '';
      } else if (response.status !== 304) violations.push(`the list: ${response.status}`);
      return rows;
    };
  }

  async function readAgainAndAgain(): Promise<void> {
    const readList = openList();
    for (let before = 0; !isDone; await Bun.sleep(200)) {
      const rows = await readList();
      if (rows < before) violations.push(`the list had ${before} races, then ${rows}`);
      before = Math.max(before, rows);
    }
  }

  async function checkSession(): Promise<void> {
    for (; !isDone; await Bun.sleep(300)) {
      const { status } = await fetch(`${server.url}/api/admin/verify`, { headers });
      if (status === 401 || status === 404) violations.push(`the session of the admin: ${status}`);
    }
  }

  const visitors = [...Array.from({ length: READERS }, readAgainAndAgain), checkSession()];
  const readList = openList();
  for (const [index, csv] of csvOfEvents(ROWS * IMPORTS, { rowsPerFile: ROWS }).entries()) {
    const body = new FormData();
    body.set('file', new File([csv], 'events.csv', { type: 'text/csv' }));
    const response = await fetch(`${server.url}/api/admin/events/import`, { method: 'POST', headers, body });
    if (response.status !== 200)
      violations.push(`import ${index}: ${response.status} ${await response.text()}`);
    const startedAt = performance.now();
    while ((await readList()) < ROWS * (index + 1) && performance.now() - startedAt < FOLLOW_LIMIT_MS)
      await Bun.sleep(100);
    const tookMs = performance.now() - startedAt;
    followedMs = Math.max(followedMs, tookMs);
    if (tookMs >= FOLLOW_LIMIT_MS) violations.push(`the list did not follow import ${index} within 30 s`);
  }
  isDone = true;
  await Promise.all(visitors);
  const stale = await (await fetch(`${server.url}/api/ready`)).json();
  if ('stale_since' in stale) violations.push('a list was out of date at the end');
  server.signal('SIGTERM');
  await server.exited;

  const embedded = await startEmbeddedPostgres(dir.path, createLog('silent'));
  const control = await countFailingReads(embedded.target, `${CONTROL_LIMIT_MS}ms`, 3);
  await embedded.stop();
  dir.remove();
  reportFigures({
    order: 10,
    promise:
      'On a busy machine the list follows imports within 30 s, is never emptier than before, and no session is refused',
    sample: `${IMPORTS} imports of ${ROWS} races with ${READERS} readers, an admin and ${NEIGHBOURS} processes that take a processor each: ${reads} reads, the list followed after ${(followedMs / 1000).toFixed(1)} s at most`,
    violations: violations.length,
    control: {
      without: `limits of refreshes that fit the list (${CONTROL_LIMIT_MS} ms for a statement, 3 refreshes)`,
      violations: control,
    },
    found: [
      'A refresh of 50,000 races was cut by the limit of calls each time, and the list showed 3,177 races for 17 minutes without a word.',
    ],
  });
  expect(violations).toEqual([]);
  expect(control).toBeGreaterThan(0);
});

/** The list has one race a line, so that it need not be parsed here. */
function countRows(list: Uint8Array): number {
  if (list.length < 10) return 0;
  let rows = 1;
  for (let at = list.indexOf(10); at >= 0; at = list.indexOf(10, at + 1)) rows++;
  return rows;
}
