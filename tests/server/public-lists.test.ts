// The public lists are read in pages, replaced only by a complete read, and reported when they are out of date.
import { afterAll, afterEach, describe, expect, spyOn, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import type { Work } from '#src/features/work/contract.ts';
import type { Reader } from '#src/platform/database.ts';
import { jsonRows } from '#src/platform/snapshot/json-rows.ts';
import { makeAdmin } from '#tests/support/content.ts';
import { until } from '#tests/support/process.ts';
import { testApp } from '#tests/support/transports.ts';

const METRICS_TOKEN = 'a-token-of-metrics-for-this-test';
const app = await testApp({ caches: true, environment: { METRICS_TOKEN } });
afterAll(async () => {
  await app.stop();
});
afterEach(async () => {
  await app.db.delete(events);
});

/** More than two pages. */
const MANY = 1203;
const insertMany = (count = MANY) =>
  app.db.execute(sql`
    insert into events (id, event_date, event_name, distances, sport_type, landskap)
    select gen_random_uuid(), date '2027-05-01' + (n * 7919 % 200), 'Lopp ' || (n * 31 % 1000), '{"10 km"}', 'Löpning', 'Skåne'
    from generate_series(1, ${count}::int) n`);

const readNames = async () =>
  ((await (await fetch(`${app.url}/api/events`)).json()) as { event_name: string }[]).map(
    ({ event_name }) => event_name,
  );

const LIST = { name: events.event_name, date: events.event_date };
const CLAUSES = {
  from: sql`from ${events}`,
  orderBy: sql`${events.event_date}, ${events.event_name} collate "sv-x-icu", ${events.id}`,
};

describe('a list in pages', () => {
  test('has every row once, in the order of one statement', async () => {
    const { db, refreshes } = app.context.database;
    for (const count of [0, 1, 500, MANY]) {
      await db.delete(events);
      await insertMany(count);
      const { pages } = await jsonRows(refreshes, LIST, CLAUSES);
      const rows = await db.execute<{ json: string }>(sql`
        select row_to_json(one)::text as json from (select ${events.event_name} as name, ${events.event_date} as date
        ${CLAUSES.from} order by ${CLAUSES.orderBy}) one`);
      expect(pages.join(',\n')).toBe(rows.map(({ json }) => json).join(',\n'));
      expect(pages).toHaveLength(Math.ceil(count / 500));
    }
  });

  test('is from one moment, whatever is written between its pages', async () => {
    const { db, refreshes } = app.context.database;
    await insertMany();
    const { pages } = await jsonRows(
      whileReading(refreshes, async () => {
        await db.delete(events).where(sql`${events.event_date} > '2027-06-01'`);
        await insertMany(50);
      }),
      LIST,
      CLAUSES,
    );
    expect(JSON.parse(`[${pages}]`)).toHaveLength(MANY);
  });

  test.each([
    ['a page comes back empty', () => []],
    ['rows are lost', (rows: unknown[]) => rows.slice(1)],
    ['a row comes twice', (rows: unknown[]) => [...rows, rows[0]]],
  ])('is refused if %s', async (_, change) => {
    await insertMany();
    const db = changingPages(app.context.database.refreshes, change);
    await expect(jsonRows(db, LIST, CLAUSES)).rejects.toThrow(
      /A list has \d+ rows, but its snapshot counted 1203/,
    );
  });

  test('has limits of its own, and a connection that imports and calls cannot take', async () => {
    const { refreshes, db } = app.context.database;
    const limitOf = async (one: Reader) =>
      (await one.execute<{ statement_timeout: string }>(sql`show statement_timeout`))[0]?.statement_timeout;
    expect([await limitOf(db), await limitOf(refreshes)]).toEqual(['3s', '1min']);
  });
});

/** Calls `work` between the first and the second page. */
function whileReading(db: Reader, work: () => Promise<void>): Reader {
  let pages = 0;
  return wrapPages(db, async (rows) => {
    if (++pages === 1) await work();
    return rows;
  });
}

/** Changes the second page. */
function changingPages(db: Reader, change: (rows: unknown[]) => unknown[]): Reader {
  let pages = 0;
  return wrapPages(db, async (rows) => (++pages === 2 ? change([...rows]) : rows));
}

/** The first two statements of the transaction count the rows and declare the cursor. */
function wrapPages(db: Reader, onPage: (rows: unknown[]) => Promise<unknown[]>): Reader {
  let statements = 0;
  return {
    transaction: (work: (tx: object) => Promise<unknown>, options: object) =>
      db.transaction(async (tx) => {
        const execute = async (statement: SQL) => {
          const rows = await tx.execute(statement);
          return ++statements > 2 ? onPage(rows as unknown[]) : rows;
        };
        return work({ execute });
      }, options),
  } as unknown as Reader;
}

describe('while refreshes fail', () => {
  const ready = async () => (await fetch(`${app.url}/api/ready`)).json();
  const staleMetric = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const text = await (await fetch(`${app.url}/api/metrics`, { headers })).text();
    return text.split('\n').filter((line) => line.startsWith('lopp_cache_stale_since_seconds{'));
  };

  test('the previous list is served, and the second failure is in the log, the portal, /ready and the metrics', async () => {
    const { db, refreshes } = app.context.database;
    const { headers } = await makeAdmin(db);
    const work = async () => (await app.api<Work>('GET /admin/work', { headers })).body.stale_since;
    await insertMany(3);
    await until(async () => (await readNames()).length === 3, 5000);
    expect([await ready(), await staleMetric(), await work()]).toEqual([{ status: 'ok' }, [], null]);

    const errors = spyOn(app.context.log, 'error').mockImplementation(() => {});
    const failing = spyOn(refreshes, 'transaction').mockRejectedValue(
      Object.assign(new Error('canceling statement due to statement timeout'), {
        code: '57014',
        query: 'fetch',
      }),
    );
    try {
      await insertMany(2);
      await until(async () => {
        // Every response has the previous list, also before the failure is noticed.
        expect(await readNames()).toHaveLength(3);
        return 'stale_since' in (await ready());
      }, 20_000);
      const { status, stale_since } = await ready();
      expect([status, Date.now() - Date.parse(stale_since) < 60_000]).toEqual(['ok', true]);
      expect((await staleMetric()).some((line) => line.includes('cache="public.events.list"'))).toBe(true);
      // The portal shows the list that has been out of date for longest, once all are noticed.
      await until(async () => (await work()) === (await ready()).stale_since, 5000);
      const named = errors.mock.calls.map(([about]) => (about as { read?: string }).read);
      expect(named.filter((read) => read === 'public.events.list')).toHaveLength(1);
    } finally {
      failing.mockRestore();
      errors.mockRestore();
    }
    // The refresh is tried again without a reader.
    await until(async () => !('stale_since' in (await ready())), 20_000);
    expect([await readNames(), await staleMetric(), await work()]).toMatchObject([{ length: 5 }, [], null]);
  });
});
