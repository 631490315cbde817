import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { sql, TransactionRollbackError } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type {
  WatchConfirmed,
  WatchCreated,
  WatchesByLink,
  WatchList,
} from '#src/features/watches/contract.ts';
import { canonicalQuery } from '#src/features/watches/creation/service.ts';
import { searchIndexOf } from '#src/features/watches/matching/rules.ts';
import { insertSearch } from '#src/features/watches/matching/store.ts';
import { findWatcherByEmail } from '#src/features/watches/store.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { testApp } from '#tests/support/app.ts';
import { call } from '#tests/support/call.ts';
import { makeEvent, makeMember, makeSeries } from '#tests/support/content.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import { linkOf, watchDriver } from '#tests/support/watches.ts';

const transport = 'rest';

const NOON = new Date('2027-01-15T11:00:00Z');
const EMAIL = 'vera@exempel.se';

let now = NOON;
const db = () => app.context.database.db;
const app = await testApp({ now: () => now });
const driver = watchDriver(app);
afterAll(() => app.stop());
beforeEach(async () => {
  now = NOON;
  const { watchers, watchRequests, outbox, rateLimits, accounts, events } = schema;
  for (const table of [watchers, watchRequests, outbox, rateLimits, accounts, events])
    await db().delete(table);
  await driver.forgetChanges();
});

const laterBy = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
const SEARCH = { kind: 'search', query: 'landskap=Dalarna', cadence: 'daily' } as const;

type Transport = (typeof TRANSPORTS)[number];

const callAs = <Body = unknown>(
  transport: Transport,
  name: string,
  input?: Record<string, unknown>,
  headers: Record<string, string> = newCaller(),
) => call<Body>(app, transport, name, { headers }, input);

const create = (transport: Transport, input: Record<string, unknown>, headers = newCaller()) =>
  callAs<WatchCreated>(transport, 'public.watches.create', input, headers);

const requestMails = () => driver.compose('watch.confirm');
const tokenIn = (url = '') => url.split('/').at(-1) ?? '';
const watchCount = async () => (await db().select().from(schema.watches)).length;

describe('watching', () => {
  test('a member watches at once, and the same again is one watch with the newest cadence', async () => {
    const { headers } = await makeMember(db());
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
    const { id } = await makeEvent(db(), { event_date: '2027-03-07', distances: ['90 km', '45 km'] });
    const { headers } = await makeMember(db());
    const ads = { kind: 'market_sale', event_id: id, cadence: 'direct' };
    for (const distance of ['90 km', '90KM', '90km'])
      await create(transport, { ...ads, distance }, { ...newCaller(), ...headers });
    const list = await callAs<WatchList>(transport, 'marketplace.watches.list', undefined, headers);
    expect(list.body.watches.map(({ distance }) => distance)).toEqual(['90 km']);
  });

  test('ads of a distance that the race or series does not have are refused', async () => {
    const { id } = await makeEvent(db(), { event_date: '2027-03-07', distances: ['90 km'] });
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
      await db().update(schema.watches).set({ cadence: 'weekly' });
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
    const rows = await Promise.all(tables.map((table) => db().select().from(table)));
    expect(rows.map(({ length }) => length)).toEqual([0, 0, 0, 0]);
    const { body } = await callAs<WatchesByLink>(transport, 'public.watches.list', { token });
    expect(body.watches).toEqual([]);
  });
});

test('rejects the calls by mailed links after 120 a minute from an address, all of them together', async () => {
  const headers = newCaller();
  const calls = ['list', 'data', 'ofMail', 'matchAlerts', 'confirm', 'end'];
  const statuses = new Map<number, number>();
  for (let index = 0; index < 126; index++) {
    const name = `public.watches.${calls[index % calls.length]}`;
    const transport = TRANSPORTS[Math.floor(index / calls.length) % TRANSPORTS.length] ?? 'rest';
    const { status } = await callAs(transport, name, { token: 'x' }, headers);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [400, 120],
    [429, 6],
  ]);
  expect((await callAs('rest', 'public.watches.list', { token: 'x' })).status).toBe(400);
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
    const { id } = await makeEvent(db(), { event_date: '2027-01-14' });
    const { body } = await create('rest', { kind: 'event', event_id: id, cadence: 'direct', email: EMAIL });
    expect(body).toMatchObject({ code: 'watch.over' });
  });

  test('without a session an address is required, and with one it is ignored', async () => {
    expect((await create('rest', SEARCH)).body).toMatchObject({ code: 'watch.email' });
    const { headers } = await makeMember(db());
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
    expect([status, await requestMails(), (await db().select().from(schema.watchRequests)).length]).toEqual([
      200,
      [],
      0,
    ]);
  });
});

describe('confirmation mails', () => {
  test('three for one request at most', async () => {
    let sent = 0;
    for (let time = 0; time < 5; time++) {
      await create('rest', { ...SEARCH, email: EMAIL });
      sent += (await requestMails()).length;
    }
    expect(sent).toBe(3);
  });

  test('says so if the address watches it already, with the link to its watches', async () => {
    await driver.watchAs(EMAIL, SEARCH);
    const { body } = await create('rest', { ...SEARCH, email: EMAIL });
    const [mail] = await requestMails();
    expect([body.watch, mail?.subject]).toEqual([null, 'Du bevakar redan: Lopp i Dalarna']);
    const list = await app.api<WatchesByLink>(`GET /watches/${tokenIn(mail?.button.url)}`);
    expect(list.body.watches).toHaveLength(1);
  });

  test('three an hour to an address, whoever asks for whatever', async () => {
    for (let index = 0; index < 5; index++)
      await create('rest', { ...SEARCH, query: `q=lopp${index}`, email: EMAIL });
    expect(await requestMails()).toHaveLength(3);
  });

  test('ten an hour to an address that has confirmed a watch', async () => {
    await driver.watchAs(EMAIL, SEARCH);
    for (let index = 0; index < 12; index++)
      await create('rest', { ...SEARCH, query: `q=lopp${index}`, email: EMAIL });
    expect(await requestMails()).toHaveLength(10);
  });

  test('that the hourly limit of the address drops do not count among the three of a request', async () => {
    for (let index = 0; index < 3; index++)
      await create('rest', { ...SEARCH, query: `q=lopp${index}`, email: EMAIL });
    for (let time = 0; time < 3; time++) await create('rest', { ...SEARCH, email: EMAIL });
    expect(await requestMails()).toHaveLength(3);
    now = laterBy(0.1);
    await db().delete(schema.rateLimits);
    await create('rest', { ...SEARCH, email: EMAIL });
    expect((await requestMails()).map(({ subject }) => subject)).toEqual([
      'Bekräfta bevakningen: Lopp i Dalarna',
    ]);
  });

  test('the 51st watch of an address gets the usual response and no mail', async () => {
    for (let index = 0; index < 50; index++) {
      await db().delete(schema.rateLimits);
      await driver.watchAs(EMAIL, { kind: 'search', query: `q=lopp${index}` });
    }
    const { status, body } = await create('rest', {
      kind: 'search',
      query: 'q=51',
      cadence: 'daily',
      email: EMAIL,
    });
    expect([status, body.watch, await requestMails()]).toEqual([200, null, []]);
  });

  test('a link is valid until 14 days after the first request, and says so', async () => {
    await create('rest', { ...SEARCH, email: EMAIL });
    await requestMails();
    now = laterBy(13);
    await create('rest', { ...SEARCH, email: EMAIL });
    const [mail] = await requestMails();
    expect(mail?.notes.join()).toStartWith('Länken gäller till 29 januari 2027.');
    now = laterBy(14.01);
    const { body } = await app.api(`POST /watches/confirm/${tokenIn(mail?.button.url)}`);
    expect(body).toMatchObject({ code: 'watch.link_invalid' });
    await sweepWatches(app.context);
    expect(await db().select().from(schema.watchRequests)).toEqual([]);
  });

  test('one that is confirmed while its address gets an account is in the account after the next sweep', async () => {
    const member = await makeMember(db(), { email: EMAIL, is_verified: false });
    await app.sql.begin(async (tx) => {
      await tx`update marketplace_users set is_verified = true where id = ${member.id}`;
      await driver.watchAs(EMAIL, SEARCH);
    });
    expect(await db().select().from(schema.watchers)).toMatchObject([{ email: EMAIL, user_id: null }]);
    await sweepWatches(app.context);
    expect(await db().select().from(schema.watchers)).toMatchObject([{ email: null, user_id: member.id }]);
    const list = await app.api<WatchList>('GET /marketplace/watches', { headers: member.headers });
    expect(list.body.watches).toHaveLength(1);
  });

  test('an address with a verified account watches in the account', async () => {
    const member = await makeMember(db(), { email: EMAIL });
    await driver.watchAs(EMAIL, SEARCH);
    const list = await app.api<WatchList>('GET /marketplace/watches', { headers: member.headers });
    expect(list.body.watches).toHaveLength(1);
  });
});

describe('how long a watch lasts', () => {
  test('that of an event until the day after it, and that of a period until its last day', async () => {
    const { id } = await makeEvent(db(), { event_date: '2027-01-20' });
    await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await driver.watchAs(EMAIL, { kind: 'search', query: 'from=2027-01-01&to=2027-01-20' });
    for (const [day, count] of [
      ['2027-01-20T22:59:59Z', 2],
      ['2027-01-20T23:00:00Z', 0],
    ] as const) {
      now = new Date(day);
      await sweepWatches(app.context);
      expect(await watchCount()).toBe(count);
    }
  });

  test('that of a postponed event until 365 days after its old date, and it can be watched so long', async () => {
    const { id } = await makeEvent(db(), { event_date: '2027-01-20', status: 'postponed' });
    const target = { kind: 'event', event_id: id } as const;
    await driver.watchAs(EMAIL, target);
    for (const [day, count] of [
      ['2027-01-21T11:00:00Z', 1],
      ['2028-01-20T11:00:00Z', 1],
      ['2028-01-21T11:00:00Z', 0],
    ] as const) {
      now = new Date(day);
      await sweepWatches(app.context);
      expect(await watchCount()).toBe(count);
      const { body } = await create('rest', { ...target, cadence: 'daily', email: EMAIL });
      expect(body).toMatchObject(count === 1 ? { watch: null } : { code: 'watch.over' });
    }
  });

  test('an address without watches is kept for 90 days, so that earlier links work when it watches again', async () => {
    const first = await driver.watchAs(EMAIL, SEARCH);
    const list = async () =>
      (await app.api<WatchesByLink>(`GET /watches/${first.manage_token}`)).body.watches.map(
        ({ title }) => title,
      );
    await app.api(`DELETE /watches/${first.manage_token}`);
    await sweepWatches(app.context);
    now = laterBy(89);
    await sweepWatches(app.context);
    await driver.watchAs(EMAIL, SEARCH);
    expect(await list()).toEqual(['Lopp i Dalarna']);
    now = laterBy(91);
    await app.api(`DELETE /watches/${first.manage_token}`);
    for (const [days, count] of [
      [91, 1],
      [180.9, 1],
      [181.1, 0],
    ] as const) {
      now = laterBy(days);
      await sweepWatches(app.context);
      expect(await db().select().from(schema.watchers)).toHaveLength(count);
    }
  });

  test('a search that is watched while unused ones are swept is still found', async () => {
    const found = () => db().select({ query: schema.watchedSearches.query }).from(schema.watchedSearches);
    const { manage_token } = await driver.watchAs(EMAIL, SEARCH);
    await app.api(`DELETE /watches/${manage_token}`);
    await db().transaction(async (tx) => {
      await insertSearch(tx, searchIndexOf(SEARCH.query));
      await sweepWatches(app.context);
    });
    expect(await found()).toEqual([{ query: SEARCH.query }]);
    await sweepWatches(app.context);
    expect(await found()).toEqual([]);
  });

  test('others until 30 days after a question that comes after a year, unless it is answered', async () => {
    const { manage_token } = await driver.watchAs(EMAIL, SEARCH);
    const { id: series_id } = await makeSeries(db());
    await driver.watchAs('otto@exempel.se', { kind: 'series', series_id });
    now = laterBy(365.1);
    await sweepWatches(app.context);
    await sweepWatches(app.context);
    const mails = await driver.compose('watch.renewal');
    expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      expect.stringMatching(/^otto@exempel.se Vill du fortsätta bevaka\? Nästa års datum: serie-/),
      `${EMAIL} Vill du fortsätta bevaka? Lopp i Dalarna`,
    ]);
    const link = mails.find(({ to }) => to === EMAIL)?.button.url;
    const before = await app.api<WatchesByLink>(`GET /watches/${manage_token}`);
    expect(before.body.watches[0]?.is_expiring).toBe(true);
    await app.api(`POST /watches/${tokenIn(link)}/renew`);
    now = laterBy(396);
    await sweepWatches(app.context);
    expect((await db().select().from(schema.watches)).map(({ kind }) => kind)).toEqual(['search']);
  });

  test('one click ends those that a mail is about, whatever its body, and again', async () => {
    const { id } = await makeEvent(db(), { event_name: 'Vasaloppet', event_date: '2027-03-07' });
    await driver.watchAs(EMAIL, { kind: 'event', event_id: id });
    await driver.watchAs(EMAIL, SEARCH);
    await driver.forgetChanges();
    await db().update(schema.events).set({ status: 'cancelled' });
    const [mail] = await driver.news();
    const token = linkOf(mail, '/avsluta/');
    for (let press = 0; press < 2; press++) {
      const response = await fetch(`${app.url}/bevakning/avsluta/${token}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(200);
    }
    expect((await db().select().from(schema.watches)).map(({ kind }) => kind)).toEqual(['search']);
  });
});

test('the watcher of an address is found by index, also that of an account', async () => {
  const member = await makeMember(db(), { email: EMAIL });
  await db().insert(schema.watchers).values({ user_id: member.id });
  let read = 0;
  const filled = db().transaction(async (tx) => {
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
