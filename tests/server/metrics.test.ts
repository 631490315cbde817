import { describe, expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { linkChecks, outbox, watchChanges } from '#db/schema/index.ts';
import { bearer } from '#tests/support/accounts.ts';
import { testApp } from '#tests/support/app.ts';
import { makeEvent, makeMember } from '#tests/support/content.ts';
import { openStream } from '#tests/support/live.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { until } from '#tests/support/process.ts';
import { makeWatch } from '#tests/support/watches.ts';

const TOKEN = 'a-token-of-the-operator-that-is-long-enough';
const OPS = join(import.meta.dir, '../../ops');

const app = await appOfFile({ caches: true, environment: { METRICS_TOKEN: TOKEN } });

const scrape = (headers: Record<string, string> = bearer(TOKEN)) =>
  fetch(`${app.url}/api/metrics`, { headers });
const text = async () => (await scrape()).text();
/** The value of one series, such as `lopp_sessions{kind="member"}`. */
async function seriesValue(series: string): Promise<number | undefined> {
  const line = (await text()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
const requestsOf = (operation: string, status = '2xx') =>
  seriesValue(`lopp_http_requests_total{operation="${operation}",status="${status}"}`);

describe('who may read metrics', () => {
  test('returns 404 without METRICS_TOKEN, whatever the token', async () => {
    const other = await testApp({ on: { target: app.target } });
    for (const headers of [{}, bearer(TOKEN), bearer('')])
      expect((await fetch(`${other.url}/api/metrics`, { headers })).status).toBe(404);
    await other.stop();
  });

  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['another token', bearer(`${TOKEN}x`)],
    ['the start of the token', bearer(TOKEN.slice(0, -1))],
    ['another scheme', { authorization: `Basic ${TOKEN}` }],
  ])('returns 401 for %s', async (_, headers) => {
    const response = await scrape(headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'request.unauthorized' });
  });

  test('returns 401 for the session of a member', async () => {
    const { headers } = await makeMember(app.db);
    expect((await scrape(headers)).status).toBe(401);
  });

  test('returns the text format, which nothing may store', async () => {
    const { status, headers } = await scrape();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toStartWith('text/plain; version=0.0.4');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('requests', () => {
  test('are counted by operation over both transports, never by path', async () => {
    const { id } = await makeEvent(app.db);
    await fetch(`${app.url}/api/events/${id}`);
    await fetch(`${app.url}/trpc/public.events.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
    await fetch(`${app.url}/api/events/${Bun.randomUUIDv7()}`);
    await until(async () => (await requestsOf('public.events.get', '4xx')) === 1, 2000);
    expect(await requestsOf('public.events.get')).toBe(2);
    expect(await text()).not.toContain(id);
  });

  test('of unknown addresses have one name, so that nobody can add series', async () => {
    const countSeries = async () => (await text()).match(/^lopp_http_/gm)?.length ?? 0;
    const before = await countSeries();
    for (const path of ['/api/a', '/api/b', '/trpc/a', '/trpc/b', '/trpc/__proto__', '/a', '/b'])
      await fetch(`${app.url}${path}`);
    await until(async () => (await requestsOf('unknown', '4xx')) === 5, 2000);
    expect(await requestsOf('page', '4xx')).toBe(2);
    // Two names with a counter and a histogram of 11 buckets, a sum and a count.
    expect((await countSeries()) - before).toBeLessThanOrEqual(2 * 14);
  });

  test('are measured', async () => {
    expect(
      await seriesValue('lopp_http_request_duration_seconds_count{operation="metrics",status="2xx"}'),
    ).toBeGreaterThan(0);
  });

  test('for cached reads are hits once the bytes are ready', async () => {
    const resultsOf = (result: string) =>
      seriesValue(`lopp_cache_requests_total{cache="public.banners.list",result="${result}"}`);
    for (let turn = 0; turn < 3; turn++) await (await fetch(`${app.url}/api/banners`)).text();
    await until(async () => (await resultsOf('miss')) === 1, 2000);
    expect(await resultsOf('hit')).toBe(2);
    expect(await requestsOf('public.banners.list')).toBe(3);
    expect(await seriesValue('lopp_cache_refreshes_total{cache="public.banners.list",result="ok"}')).toBe(1);
  });
});

describe('the database', () => {
  test('is where the outbox, watches and sessions are counted', async () => {
    const { db } = app;
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await db.insert(outbox).values([
      { kind: 'test', about: { n: '1' }, created_at: hourAgo },
      { kind: 'test', about: { n: '2' }, due_at: '2999-01-01T00:00:00Z' },
      { kind: 'test', about: { n: '3' }, failed_at: hourAgo, created_at: '2020-01-01T00:00:00Z' },
    ]);
    await db.delete(watchChanges);
    await makeEvent(db);
    await makeWatch(app);
    await db
      .insert(linkChecks)
      .values({ id: Bun.randomUUIDv7(), url: 'https://a.se/', host: 'a.se', status: 'dead' });
    expect(await seriesValue('lopp_database_up')).toBe(1);
    expect(await seriesValue('lopp_outbox_mails{state="waiting"}')).toBe(2);
    expect(await seriesValue('lopp_outbox_mails{state="due"}')).toBe(1);
    expect(await seriesValue('lopp_outbox_mails{state="failed"}')).toBe(1);
    expect(await seriesValue('lopp_outbox_oldest_seconds')).toBeWithin(3600, 3700);
    expect(await seriesValue('lopp_watches')).toBe(1);
    expect(await seriesValue('lopp_watch_queue{kind="changes"}')).toBeGreaterThan(0);
    expect(await seriesValue('lopp_watch_queue{kind="news"}')).toBe(0);
    expect(await seriesValue('lopp_links{status="dead"}')).toBe(1);
    expect(await seriesValue('lopp_links{status="ok"}')).toBe(0);
    expect(await seriesValue('lopp_sessions{kind="member"}')).toBe(1);
    expect(await seriesValue('lopp_sessions{kind="admin"}')).toBe(0);
  });

  test.each<[string, () => Promise<never>]>([
    ['fails', () => Promise.reject(new Error('The database is down.'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('may be unavailable: the rest is returned when it %s', async (_, execute) => {
    await text();
    const broken = spyOn(app.db, 'execute').mockImplementation(execute as never);
    try {
      // Prometheus gives up after 10 s.
      const figures = await Promise.race([text(), Bun.sleep(10_000).then(() => 'too late')]);
      expect(figures).toContain('lopp_database_up 0');
      expect(figures).toContain('lopp_http_requests_total{');
      // An old or invented value would hide the outage.
      expect(figures).not.toMatch(/^lopp_(outbox|watch|links|sessions)\S* \d/m);
    } finally {
      broken.mockRestore();
    }
    expect(await seriesValue('lopp_database_up')).toBe(1);
  });
});

test('counts the open streams', async () => {
  const { headers } = await makeMember(app.db);
  const stream = await openStream(app, headers);
  expect(await seriesValue('lopp_live_streams')).toBe(1);
  await stream.leave();
  await until(async () => (await seriesValue('lopp_live_streams')) === 0, 5000);
});

describe('the files for operators', () => {
  test.each(['alerts.yaml', 'grafana-dashboard.json'])('%s names only metrics that exist', async (name) => {
    const file = await Bun.file(join(OPS, name)).text();
    const parsed = name.endsWith('.json') ? JSON.parse(file) : Bun.YAML.parse(file);
    const expressions = expressionsIn(parsed);
    expect(expressions.length).toBeGreaterThan(5);
    const exported = await text();
    const described = new Set([...exported.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric));
    const helped = new Set([...exported.matchAll(/^# HELP (\S+)/gm)].map(([, metric]) => metric));
    expect(described).toEqual(helped);
    for (const [metric] of expressions.join('\n').matchAll(/\b(lopp|process)_\w+/g))
      expect([metric, described.has(metric.replace(/_seconds_(bucket|sum|count)$/, '_seconds'))]).toEqual([
        metric,
        true,
      ]);
  });
});

/** The values of all `expr` in a document. */
function expressionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === 'expr' ? [String(part)] : expressionsIn(part),
  );
}
