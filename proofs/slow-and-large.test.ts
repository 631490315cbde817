/**
 * Slow connections, endless bodies, too large uploads and a full disk, directly against the product and through Caddy.
 *
 * Each safeguard was removed once by hand, and the test failed. Without the idle timeout, 25 connections of 77 stayed
 * open ("still open: a body byte by byte", "sends one request and stays", ...). Without discarding refused uploads,
 * each left a file in `incoming` (4 directly, 4 through Caddy, 4 on the full disk). Without recognizing disk-full
 * errors, all calls on the full disk returned 500 `server.failed`. With batches of any size that may repeat an
 * operation, and large responses sent in one piece, 40 connections that read nothing cost 363 MB instead of 35.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { forgetPeak, memoryOf } from '#tests/support/memory.ts';
import { until } from '#tests/support/process.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { P99_LIMIT_MS, type ReadTimes, readCalendar } from './slow-and-large/calendar.ts';
import { type Crowd, openCrowd } from './slow-and-large/crowd.ts';
import { writeToFullDisk } from './slow-and-large/full-disk.ts';
import { importEvents, openGreedyConnections } from './slow-and-large/greedy.ts';
import { startWithAdmin } from './slow-and-large/product.ts';
import { mountSmallDisk } from './slow-and-large/small-disk.ts';
import { filesIn, sendBadUploads } from './slow-and-large/uploads.ts';
import { type Caddy, runsCaddyTests, startCaddy } from './support/caddy.ts';

const CONNECTION_COUNT = sized(77, 1000);
const READ_DURATION_MS = sized(2000, 30_000);
/** Milliseconds until all slow connections must be closed: the product's 10 s, and some for the precision of timers. */
const CLOSED_WITHIN_MS = sized(40_000, 60_000);
const MEMORY_LIMIT_MB = 300;

const sample: string[] = [];
const violations: string[] = [];
const describe = ({ p99Ms, count, slowestMs }: ReadTimes) =>
  `${p99Ms} ms (slowest ${slowestMs}, ${count} reads)`;

/** The limit of the 99th percentile of other callers, while many connections read nothing. */
const GREEDY_P99_LIMIT_MS = 500;
const GREEDY_DURATION_MS = sized(5000, 60_000);

test('connections that request everything and read nothing neither delay others nor cost much memory', async () => {
  const calendar = await startWithAdmin();
  const get = (path: string) =>
    fetch(`${calendar.url}${path}`, { keepalive: false, headers: calendar.headers });
  try {
    await importEvents(calendar.url, calendar.headers, 5000);
    const alone = await readCalendar(get, 2000);
    forgetPeak(calendar.pid);
    const idle = memoryOf(calendar.pid).now;
    const greedyConnections = openGreedyConnections(calendar.url);
    let underLoad = await readCalendar(get, GREEDY_DURATION_MS);
    // Repeat once, because the machine may have been busy.
    if (underLoad.p99Ms > GREEDY_P99_LIMIT_MS) underLoad = await readCalendar(get, GREEDY_DURATION_MS);
    greedyConnections.end();
    const addedMb = memoryOf(calendar.pid).peak - idle;
    sample.push(
      `40 connections that sent ${greedyConnections.requestCount()} requests for everything and read nothing, for ${GREEDY_DURATION_MS / 1000} s with 5,000 events: the calendar and an admin's list in ${describe(underLoad)} at the 99th percentile, ${describe(alone)} without them, at most ${addedMb} MB more memory`,
    );
    if (underLoad.p99Ms > GREEDY_P99_LIMIT_MS)
      violations.push(`next to connections that read nothing: ${describe(underLoad)}`);
    for (const failure of underLoad.failures)
      violations.push(`next to connections that read nothing: ${failure}`);
    if (addedMb > MEMORY_LIMIT_MB) violations.push(`connections that read nothing cost ${addedMb} MB`);
  } finally {
    await calendar.stop();
  }
  expect(violations).toEqual([]);
}, 300_000);

let product: Awaited<ReturnType<typeof startWithAdmin>>;
let caddy: Caddy | undefined;
/** Caddy with the timeouts of the Caddyfile; `caddy` has shorter ones. */
let caddyWithDefaults: Caddy | undefined;
beforeAll(async () => {
  product = await startWithAdmin();
  if (!runsCaddyTests) return;
  caddyWithDefaults = await startCaddy([product.url]);
  caddy = await startCaddy([product.url], { environment: { LONGEST_REQUEST: '15s', IDLE: '6s' } });
}, 60_000);
afterAll(async () => {
  await caddy?.stop();
  await caddyWithDefaults?.stop();
  await product?.stop();
});

const getThrough = (via: Caddy) => (path: string) => via.fetch(path, { headers: product.headers });
const routes = () => [
  {
    name: 'directly',
    url: product.url,
    ca: undefined as string | undefined,
    get: (path: string) => fetch(`${product.url}${path}`, { keepalive: false, headers: product.headers }),
  },
  ...(caddy ? [{ name: 'through Caddy', url: caddy.url, ca: caddy.ca, get: getThrough(caddy) }] : []),
];

const crowds: { name: string; crowd: Crowd }[] = [];
afterAll(() => {
  for (const { crowd } of crowds) crowd.close();
});
let memoryBeforeMb = 0;

test('the calendar stays fast while many connections are slow', async () => {
  const alone = await Promise.all(routes().map(({ get }) => readCalendar(get, 1000)));
  forgetPeak(product.pid);
  memoryBeforeMb = memoryOf(product.pid).now;
  for (const { name, url, ca } of routes())
    crowds.push({ name, crowd: await openCrowd(url, CONNECTION_COUNT, ca) });
  for (const [index, { name, get }] of routes().entries()) {
    const underLoad = await readCalendar(get, READ_DURATION_MS);
    sample.push(
      `${CONNECTION_COUNT} slow connections ${name}: the calendar and an admin's list, none from memory, in ${describe(underLoad)} at the 99th percentile, ${describe(alone[index] as ReadTimes)} without them`,
    );
    if (underLoad.p99Ms > P99_LIMIT_MS) violations.push(`${name}: the calendar took ${describe(underLoad)}`);
    for (const failure of underLoad.failures) violations.push(`${name}: a read failed: ${failure}`);
  }
  expect(violations).toEqual([]);
}, 300_000);

test('an upload over the limit leaves no file, however it is sent and ends', async () => {
  const path = '/api/admin/banners/upload';
  for (const name of ['directly', ...(caddyWithDefaults ? ['through Caddy'] : [])]) {
    const post = (init: BunFetchRequestInit) =>
      name === 'directly'
        ? fetch(`${product.url}${path}`, init)
        : (caddyWithDefaults as Caddy).fetch(path, init);
    const before = filesIn(product.dataDir);
    const addedFiles = () => filesIn(product.dataDir).filter((file) => !before.includes(file));
    const faults = await sendBadUploads(post, product.headers);
    await until(async () => addedFiles().length === 0, 5000).catch(() => {});
    sample.push(`5 uploads ${name} over the limit or aborted`);
    for (const fault of [...faults, ...addedFiles()]) violations.push(`${name}: ${fault}`);
  }
  expect(violations).toEqual([]);
}, 120_000);

const disk = mountSmallDisk(300);
afterAll(() => disk?.remove());
const isSkipped = disk === undefined && process.env.CI !== 'true';
if (isSkipped) {
  sample.push('NOT RUN on a full disk, because this user may not mount one');
  console.log('NOT RUN on a full disk: this user may not mount one. Run as root.');
}
// With CI=true the test runs and fails if no disk can be mounted.
test.if(!isSkipped)(
  'a full disk returns 503 with its own code, leaves no partial data, and writes succeed again when there is room',
  async () => {
    if (!disk) throw new Error('Cannot mount a disk: run as root, or with the right to mount.');
    const { refused, reads, faults } = await writeToFullDisk(disk, sized(20, 300));
    sample.push(`${refused} uploads, imports, backups and messages on a full disk, ${reads} reads meanwhile`);
    violations.push(...faults);
    expect(faults).toEqual([]);
  },
  120_000,
);

test('all slow connections were closed, and cost little memory', async () => {
  const left = await Promise.all(crowds.map(({ crowd }) => crowd.stillOpenKinds(CLOSED_WITHIN_MS)));
  const longest = Math.round(Math.max(...crowds.map(({ crowd }) => crowd.longestMs())) / 1000);
  const addedMb = memoryOf(product.pid).peak - memoryBeforeMb;
  sample.push(`all of them closed within ${longest} s; at most ${addedMb} MB more memory`);
  if (addedMb > MEMORY_LIMIT_MB) violations.push(`${addedMb} MB more memory`);
  for (const [index, kinds] of left.entries())
    for (const kind of kinds) violations.push(`${crowds[index]?.name}: still open: ${kind}`);
  expect(violations).toEqual([]);
}, 300_000);

test('has no violations in total', () => {
  reportFigures({
    order: 10,
    promise: 'Slow clients and endless requests delay nobody, and what is too large leaves nothing',
    sample: sample.join('; '),
    violations: violations.length,
    control: { without: 'the idle timeout of connections', violations: 'fails, checked once by hand' },
    found: [
      'A batch that named the list of events ten times returned 22 MB past the cache, and 40 connections that did not read such responses cost 2.7 GB. A batch may now name an operation once, has at most 2 MB, and is built from the cached bytes.',
      'Concurrent reads of the calendar each read the database. A crowd of them used up the concurrent calls, some were refused, and it cost 355 MB. They now share one read.',
      'A body that continued after its response was read at full speed for as long as the test ran (1.7 GB in 4 s). After a refusal the server now reads at most 3 s or 32 MB more and closes the connection, also for reads with a body.',
      "Slow clients had the framework's timeout of 30 s. It is now 10 s, set by the product.",
      'A very slow upload by an admin could last for days. Less than 1 kB a second for half a minute now ends it.',
      'A full disk, of files or of the database, returned 500. It now returns 503 with its own message. It never left partial data.',
    ],
  });
  expect(violations).toEqual([]);
});
