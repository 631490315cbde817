import { describe, expect, test } from 'bun:test';
import { sql, TransactionRollbackError } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { WatchConfirmed, WatchesByLink, WatchList } from '#src/features/watches/contract.ts';
import { canonicalQuery } from '#src/features/watches/creation/service.ts';
import { findWatcherByEmail } from '#src/features/watches/store.ts';
import { makeEvent, makeMember, makeSeries } from '#tests/support/content.ts';
import { newCaller } from '#tests/support/transports.ts';
import { laterBy, openWatchCalls, SEARCH, tokenIn, transport } from '#tests/support/watch-calls.ts';
import { EMAIL } from '#tests/support/watch-world.ts';

const { app, callAs, create, driver, requestMails, watchCount } = await openWatchCalls();

describe('watching', () => {
  test('a member watches at once, and the same again is one watch with the newest cadence', async () => {
    const { headers } = await makeMember(app.db);
    const { body } = await create(transport, SEARCH, { ...newCaller(), ...headers });
    expect(body.watch).toMatchObject({
      title: 'Lopp i Dalarna',
      url: '/?landskap=Dalarna',
      cadence: 'daily',
    });
    await create(
      transport,
      { ...SEARCH, query: 'sort=&landskap=dalarna&date=upcoming', cadence: 'weekly' },
      { ...newCaller(), ...headers },
    );
    const list = await callAs<WatchList>(transport, 'marketplace.watches.list', undefined, headers);
    expect(list.body.watches.map(({ cadence }) => cadence)).toEqual(['weekly']);
  });

  test('ads of a distance that is spelled in two ways are one watch', async () => {
    const { id } = await makeEvent(app.db, { event_date: '2027-03-07', distances: ['90 km', '45 km'] });
    const { headers } = await makeMember(app.db);
    const ads = { kind: 'market_sale', event_id: id, cadence: 'direct' };
    for (const distance of ['90 km', '90KM', '90km'])
      await create(transport, { ...ads, distance }, { ...newCaller(), ...headers });
    const list = await callAs<WatchList>(transport, 'marketplace.watches.list', undefined, headers);
    expect(list.body.watches.map(({ distance }) => distance)).toEqual(['90 km']);
  });

  test('ads of a distance that the race or series does not have are refused', async () => {
    const { id } = await makeEvent(app.db, { event_date: '2027-03-07', distances: ['90 km'] });
    const ads = { kind: 'market_sale', event_id: id, cadence: 'direct', email: EMAIL };
    for (const distance of ['10 km', 'Vinn på www.ond.se']) {
      const { status, body } = await create(transport, { ...ads, distance });
      expect([status, (body as { code?: string }).code]).toEqual([400, 'watch.distance']);
    }
    expect((await create(transport, { ...ads, distance: '90 km' })).status).toBe(200);
  });

  test('a visitor watches once the mail is confirmed, and confirming again changes nothing', async () => {
    const { body } = await create(transport, { ...SEARCH, email: EMAIL });
    expect(body.watch).toBeNull();
    expect(await watchCount()).toBe(0);
    const [mail] = await requestMails();
    expect(mail).toMatchObject({ to: EMAIL, subject: 'Bekräfta bevakningen: Lopp i Dalarna' });
    const token = tokenIn(mail?.button.url);
    for (let press = 0; press < 2; press++) {
      const { status, body } = await callAs<WatchConfirmed>(transport, 'public.watches.confirm', {
        token,
      });
      expect([status, body.watch.title]).toEqual([200, 'Lopp i Dalarna']);
      // Changed after the first press.
      expect(body.watch.cadence).toBe(press === 0 ? 'daily' : 'weekly');
      await app.db.update(schema.watches).set({ cadence: 'weekly' });
    }
    expect(await watchCount()).toBe(1);
  });

  test('rejects a forged link, and one that belongs to another kind of link', async () => {
    const { manage_token } = await driver.watchAs(EMAIL, SEARCH);
    for (const token of ['x', manage_token, `${manage_token}AA`]) {
      const { status, body } = await callAs(transport, 'public.watches.confirm', { token });
      expect([status, body]).toMatchObject([400, { code: 'watch.link_invalid' }]);
    }
  });

  test('the link of the mails changes, pauses and ends the watches of its address only', async () => {
    const { manage_token: token, watch } = await driver.watchAs(EMAIL, SEARCH);
    const other = await driver.watchAs('otto@exempel.se', SEARCH);
    const update = { token, id: watch.id, cadence: 'weekly' };
    expect((await callAs(transport, 'public.watches.update', update)).body).toMatchObject({
      cadence: 'weekly',
    });
    expect(
      (await callAs(transport, 'public.watches.update', { ...update, id: other.watch.id })).body,
    ).toMatchObject({
      code: 'watch.not_found',
    });
    const paused = await callAs<WatchList>(transport, 'public.watches.pause', { token });
    expect(paused.body.paused_until).toBe(laterBy(30).toISOString());
    await callAs(transport, 'public.watches.remove', { token, id: other.watch.id });
    expect(await watchCount()).toBe(2);
    await callAs(transport, 'public.watches.removeAll', { token });
    const { body } = await callAs<WatchesByLink>(transport, 'public.watches.list', { token });
    expect(body).toMatchObject({ watches: [], email: 'v***@exempel.se' });
    expect(await watchCount()).toBe(1);
  });

  test('erases all about an address', async () => {
    const { manage_token: token } = await driver.watchAs(EMAIL, SEARCH);
    await create(transport, { ...SEARCH, query: 'q=vasa', email: EMAIL });
    await callAs(transport, 'public.watches.erase', { token });
    const tables = [schema.watchers, schema.watches, schema.watchRequests, schema.outbox];
    const rows = await Promise.all(tables.map((table) => app.db.select().from(table)));
    expect(rows.map(({ length }) => length)).toEqual([0, 0, 0, 0]);
    const { body } = await callAs<WatchesByLink>(transport, 'public.watches.list', { token });
    expect(body.watches).toEqual([]);
  });
});

test('the series of an edition can be watched by the edition, also when it is over', async () => {
  const { id: series_id } = await makeSeries(app.db);
  const edition = await makeEvent(app.db, { event_date: '2026-03-01', series_id, edition: '2026' });
  const { headers } = await makeMember(app.db);
  const { body } = await app.api<{ watch: { kind: string; series_id: string; event_id: null } }>(
    'POST /watches',
    {
      headers,
      body: { kind: 'series', event_id: edition.id, cadence: 'daily' },
    },
  );
  expect(body.watch).toMatchObject({ kind: 'series', series_id, event_id: null });
  const alone = await makeEvent(app.db);
  const refused = await app.api<{ code: string }>('POST /watches', {
    headers,
    body: { kind: 'series', event_id: alone.id, cadence: 'daily' },
  });
  expect(refused.body.code).toBe('series.not_found');
});

describe('what can be watched', () => {
  test.each([
    [
      'both a query and an event',
      { kind: 'search', query: '', event_id: crypto.randomUUID() },
      'watch.target',
    ],
    ['an event without its id', { kind: 'event' }, 'watch.target'],
    ['an unknown event', { kind: 'event', event_id: crypto.randomUUID() }, 'event.not_found'],
    ['an unknown series', { kind: 'series', series_id: crypto.randomUUID() }, 'series.not_found'],
    ['a period that is over', { kind: 'search', query: 'to=2027-01-14' }, 'watch.over'],
    ['a searched period that is over', { kind: 'search', query: 'q=mora 2026' }, 'watch.over'],
    [
      'a query that is too long',
      { kind: 'search', query: `q=${'%C3%A5'.repeat(200)}` },
      'watch.query_too_long',
    ],
    [
      'prices in the wrong order',
      { kind: 'market_sale', series_id: crypto.randomUUID(), min_price: 2, max_price: 1 },
      'watch.price_order',
    ],
  ])('not %s', async (_, target, code) => {
    const { body } = await create('rest', { ...target, cadence: 'direct', email: EMAIL });
    expect(body).toMatchObject({ code });
  });

  test('not a race that was run', async () => {
    const { id } = await makeEvent(app.db, { event_date: '2027-01-14' });
    const { body } = await create('rest', { kind: 'event', event_id: id, cadence: 'direct', email: EMAIL });
    expect(body).toMatchObject({ code: 'watch.over' });
  });

  test('without a session an address is required, and with one it is ignored', async () => {
    expect((await create('rest', SEARCH)).body).toMatchObject({ code: 'watch.email' });
    const { headers } = await makeMember(app.db);
    await create('rest', { ...SEARCH, email: EMAIL }, { ...newCaller(), ...headers });
    expect(await requestMails()).toEqual([]);
    expect(await watchCount()).toBe(1);
  });

  test('a session that has ended is not a visitor', async () => {
    const headers = { ...newCaller(), authorization: 'Bearer unknown' };
    expect((await create('rest', { ...SEARCH, email: EMAIL }, headers)).status).toBe(401);
  });

  test('nothing is stored or mailed for a filled honeypot', async () => {
    const { status } = await create('rest', { ...SEARCH, email: EMAIL, website: 'x' });
    expect([status, await requestMails(), (await app.db.select().from(schema.watchRequests)).length]).toEqual(
      [200, [], 0],
    );
  });
});

test('the watcher of an address is found by index, also that of an account', async () => {
  const member = await makeMember(app.db, { email: EMAIL });
  await app.db.insert(schema.watchers).values({ user_id: member.id });
  let read = 0;
  const filled = app.db.transaction(async (tx) => {
    await tx.execute(sql`insert into watchers (id, email)
      select gen_random_uuid(), 'adress' || n || '@exempel.se' from generate_series(1, 5000) n`);
    await tx.execute(sql`
      insert into marketplace_users (id, email, username, password_hash, full_name, is_verified)
      select gen_random_uuid(), 'medlem' || n || '@exempel.se', 'medlem' || n, '', '', true from generate_series(1, 5000) n`);
    await tx.execute(sql`analyze watchers, marketplace_users`);
    const rowsRead = async () => {
      const [row] = await tx.execute<{ rows: number }>(sql`
        select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
        where relname in ('watchers', 'marketplace_users')`);
      return row?.rows ?? 0;
    };
    const before = await rowsRead();
    expect(await findWatcherByEmail(tx, EMAIL)).toMatchObject({ user_id: member.id });
    expect(await findWatcherByEmail(tx, 'adress9@exempel.se')).toMatchObject({ user_id: null });
    expect(await findWatcherByEmail(tx, 'okand@exempel.se')).toBeUndefined();
    read = (await rowsRead()) - before;
    tx.rollback();
  });
  expect(await filled.catch((error) => error)).toBeInstanceOf(TransactionRollbackError);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
});

test.each([
  ['', ''],
  ['sport=L%C3%B6pning&q=', 'sport=L%C3%B6pning'],
  ['q=%20vasa%20%20loppet%20&landskap=dalarna', 'q=vasa+loppet&landskap=Dalarna'],
  ['distance=B&distance=A&distance=A', 'distance=A&distance=B'],
  ['date=past&sport=OCR', 'sport=OCR'],
  ['date=upcoming&from=2027-06-01', 'from=2027-06-01'],
  ['near=mig&within=10', ''],
  ['near=Mora&sort=nearest', 'near=Mora'],
])('the canonical form of %p is %p', (query, canonical) => {
  expect(canonicalQuery(query)).toBe(canonical);
  expect(canonicalQuery(canonical)).toBe(canonical);
});
