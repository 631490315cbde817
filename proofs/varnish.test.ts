// The negative controls change ops/varnish.vcl.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpus } from 'node:os';
import { testApp } from '#tests/support/app.ts';
import { until } from '#tests/support/process.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { readVcl, runsVarnishTests, withVarnish } from './support/varnish.ts';
import { type Pair, startPair } from './varnish/pair.ts';
import { readAfterOneAnother } from './varnish/private.ts';
import { callEveryOperation, countViolations } from './who-may-do-what/call-every-operation.ts';
import { TABLE } from './who-may-do-what/table.ts';
import { makeWorld, TODAY } from './who-may-do-what/world.ts';

const ADDRESSES = [
  ['/api/events', 'public.events.list'],
  ['/api/events/upcoming', 'public.events.upcoming'],
  ['/trpc/public.announcements.list', 'public.announcements.list'],
  ['/', 'page'],
  ['/lopp.json', 'feed'],
] as const;
const SECONDS = sized(3, 15);
const CHANGES = sized(4, 40);
const SEEN_WITHIN_MS = 2000;
/** What the renamed race is in: two feeds, a page and a read. */
const SHOWS_NAME = ['/api/events', '/api/events/upcoming', '/lopp.json', '/', '/lopp.atom'];

let pair: Pair;
if (runsVarnishTests) {
  beforeAll(async () => {
    pair = await startPair(sized(50, 1000));
  });
  afterAll(() => pair?.stop());
}
const testWithVarnish = test.if(runsVarnishTests);

const broken = (safeguard: string, replacement: string) => {
  const vcl = readVcl();
  if (!vcl.includes(safeguard)) throw new Error(`ops/varnish.vcl has no ${safeguard}`);
  return vcl.replace(safeguard, replacement);
};

async function load(url: string, seconds: number) {
  const run = Bun.spawn(['wrk', '-t1', '-c64', `-d${seconds}`, '-H', 'Accept-Encoding: gzip', url]);
  const output = await new Response(run.stdout).text();
  const [requests, failed] = [/(\d+) requests in/, /Non-2xx or 3xx responses: (\d+)/].map((pattern) =>
    Number(pattern.exec(output)?.[1] ?? 0),
  ) as [number, number];
  return { requests, failed };
}

async function loadEveryAddress(url: string, seconds: number) {
  const violations: string[] = [];
  const rates: number[] = [];
  let reached = 0;
  for (const [path, operation] of ADDRESSES) {
    const before = await pair.countRequests(operation);
    const startedAt = performance.now();
    const { requests, failed } = await load(`${url}${path}`, seconds);
    const elapsed = (performance.now() - startedAt) / 1000;
    const count = (await pair.countRequests(operation)) - before;
    reached += count;
    rates.push(Math.round(requests / elapsed));
    if (count > Math.floor(elapsed) + 1)
      violations.push(`${count} of ${requests} requests for ${path} reached the product in ${elapsed} s`);
    if (failed > 0 || requests === 0) violations.push(`${failed} requests for ${path} failed`);
  }
  return { violations, rates, reached };
}

testWithVarnish('a crowd at one address reaches the product at most once a second', async () => {
  const { violations, rates, reached } = await withVarnish(pair.urls, readVcl(), (url) =>
    loadEveryAddress(url, SECONDS),
  );
  const storesNothing = broken('return (hash);', 'return (pass);');
  const control = await withVarnish(pair.urls, storesNothing, (url) => loadEveryAddress(url, 1));
  reportFigures({
    order: 16,
    promise: 'Behind a shared cache, a crowd at one address reaches the product at most once a second',
    sample: `Varnish before two instances on ${cpus().length} cores that also made the requests: ${ADDRESSES.map(([path], index) => `${path} ${rates[index]} a second`).join(', ')}, each for ${SECONDS} s; ${reached} of these requests reached the instances`,
    violations: violations.length,
    control: { without: 'storing anything', violations: control.violations.length },
  });
  expect(violations).toEqual([]);
  expect(control.violations.length).toBe(ADDRESSES.length);
});

async function textsAt(url: string): Promise<string[]> {
  return Promise.all(SHOWS_NAME.map(async (path) => (await fetch(`${url}${path}`)).text()));
}

let changeCount = 0;
/** Renames a race just after the old name was stored. `look` returns the milliseconds until all addresses show it. */
async function change(url: string, index: number, look: (isSeen: () => Promise<boolean>) => Promise<number>) {
  const name = `Lopp ${++changeCount}-${Date.now()}`;
  await textsAt(url);
  await pair.rename(name, pair.urls[index % 2] as string);
  return look(async () => (await textsAt(url)).every((text) => text.includes(name)));
}

/** One reader who comes exactly when the change must be seen. Nobody else makes the cache fetch it before. */
const lookOnce = async (isSeen: () => Promise<boolean>) => {
  await Bun.sleep(SEEN_WITHIN_MS);
  return (await isSeen()) ? SEEN_WITHIN_MS : Number.POSITIVE_INFINITY;
};
const lookAllTheTime = (isSeen: () => Promise<boolean>) => until(isSeen, 10_000, 50);

testWithVarnish(
  'a change on either instance is seen within 2 s, by a crowd and by a single reader',
  async () => {
    const times = await withVarnish(pair.urls, readVcl(), async (url) => {
      const seen: number[] = [];
      for (let index = 0; index < CHANGES; index++) {
        seen.push(await change(url, index, lookOnce));
        seen.push(await change(url, index, lookAllTheTime));
      }
      const crowd = load(`${url}/api/events`, SECONDS);
      for (let index = 0; index < 2; index++) seen.push(await change(url, index, lookAllTheTime));
      await crowd;
      return seen;
    });
    const late = times.filter((ms) => ms > SEEN_WITHIN_MS);
    const polled = times.filter((ms) => ms !== SEEN_WITHIN_MS && Number.isFinite(ms));

    const storesForLong = broken('set beresp.ttl = 1s;', 'set beresp.ttl = 5s;');
    const control = await withVarnish(pair.urls, storesForLong, async (url) => [
      await change(url, 0, lookOnce),
      await change(url, 1, lookOnce),
    ]);
    const controlLate = control.filter((ms) => ms > SEEN_WITHIN_MS).length;
    reportFigures({
      order: 16,
      promise: 'Behind a shared cache, a change is seen within 2 s',
      sample: `${times.length} renamed races, on either of two instances, each looked up in a read, a page and two feeds: by a single reader after 2 s, and all the time (the slowest ${Math.round(Math.max(...polled))} ms)`,
      violations: late.length,
      control: { without: 'one second as the limit (five instead)', violations: controlLate },
    });
    expect(late).toEqual([]);
    expect(controlLate).toBe(2);
  },
  900_000,
);

async function callThrough(vcl: string, isControl = false) {
  let now = TODAY;
  const app = await testApp({ now: () => now });
  const other = await testApp({
    now: () => now,
    on: { target: app.target },
    environment: { DATA_DIR: app.context.config.dataDir },
  });
  // The test replaces that of the first instance alone.
  other.context.outbound = { get: (url, options) => app.context.outbound.get(url, options) };
  try {
    const world = await makeWorld(app, (newNow) => {
      now = newNow;
    });
    const principals = [
      ...world.principals.filter(({ name }) => /^(visitor|owner|other|member|admin)$/.test(name)),
      ...world.invalidPrincipals.slice(0, sized(1, 5)),
    ];
    return await withVarnish([app.url, other.url], vcl, async (url) => {
      const behind = { ...app, url };
      const { calls, violations } = await readAfterOneAnother(behind, world, principals);
      const report = isControl ? undefined : await callEveryOperation(behind, world, TABLE, { principals });
      return { calls: calls + (report?.calls ?? 0), violations, report };
    });
  } finally {
    await other.stop();
    await app.stop();
  }
}

testWithVarnish(
  'every operation through the cache, by one caller and then by others: nobody gets what is private to another',
  async () => {
    const { calls, violations, report } = await callThrough(readVcl());
    const storesAll = broken(
      'if (beresp.http.Cache-Control ~ "(^|[ ,])s-maxage=")',
      'if (beresp.status == 200)',
    );
    const control = await callThrough(
      storesAll.replace('req.http.Authorization ||', '').replace('ttl = 1s', 'ttl = 5s'),
      true,
    );
    reportFigures({
      order: 16,
      promise: 'A shared cache never sends one person what is private to another',
      sample: `${Object.keys(TABLE).length} operations and routes through Varnish as visitor, member, admin and with invalid tokens, each read at once again by the others at the same address: ${calls} calls`,
      violations: violations.length + (report ? countViolations(report) : 1),
      control: { without: 'storing only what is marked as public', violations: control.violations.length },
    });
    expect(violations).toEqual([]);
    expect(report?.violations).toEqual({
      unlisted: [],
      wronglyAllowed: [],
      changedData: [],
      leaks: [],
      wronglyRefused: [],
      cacheable: [],
    });
    expect(control.violations.length).toBeGreaterThan(10);
  },
  900_000,
);
