import { describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { WatchesByLink, WatchList } from '#src/features/watches/contract.ts';
import { sweepWatches } from '#src/features/watches/upkeep/service.ts';
import { makeMember } from '#tests/support/content.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import { laterBy, openWatchCalls, SEARCH, tokenIn } from '#tests/support/watch-calls.ts';
import { EMAIL } from '#tests/support/watch-world.ts';

const { app, at, callAs, create, driver, requestMails } = await openWatchCalls();

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
    expect([body.watch, mail?.subject]).toEqual([null, 'Du följer redan Lopp i Dalarna']);
    const list = await app.api<WatchesByLink>(`GET /watches/${tokenIn(mail?.button.url)}`);
    expect(list.body.watches).toHaveLength(1);
  });

  test('three an hour to an address, whoever asks and for what', async () => {
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
    at(laterBy(0.1));
    await app.db.delete(schema.rateLimits);
    await create('rest', { ...SEARCH, email: EMAIL });
    expect((await requestMails()).map(({ subject }) => subject)).toEqual([
      'Bekräfta bevakningen: Lopp i Dalarna',
    ]);
  });

  test('the 51st watch of an address gets the usual response and no mail', async () => {
    for (let index = 0; index < 50; index++) {
      await app.db.delete(schema.rateLimits);
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
    at(laterBy(13));
    await create('rest', { ...SEARCH, email: EMAIL });
    const [mail] = await requestMails();
    expect(mail?.notes.join()).toStartWith('Länken gäller till 29 januari 2027.');
    at(laterBy(14.01));
    const { body } = await app.api(`POST /watches/confirm/${tokenIn(mail?.button.url)}`);
    expect(body).toMatchObject({ code: 'watch.link_invalid' });
    await sweepWatches(app.context);
    expect(await app.db.select().from(schema.watchRequests)).toEqual([]);
  });

  test('one that is confirmed while its address gets an account is in the account after the next sweep', async () => {
    const member = await makeMember(app.db, { email: EMAIL, is_verified: false });
    await app.sql.begin(async (tx) => {
      await tx`update marketplace_users set is_verified = true where id = ${member.id}`;
      await driver.watchAs(EMAIL, SEARCH);
    });
    expect(await app.db.select().from(schema.watchers)).toMatchObject([{ email: EMAIL, user_id: null }]);
    await sweepWatches(app.context);
    expect(await app.db.select().from(schema.watchers)).toMatchObject([{ email: null, user_id: member.id }]);
    const list = await app.api<WatchList>('GET /marketplace/watches', { headers: member.headers });
    expect(list.body.watches).toHaveLength(1);
  });

  test('an address with a verified account watches in the account', async () => {
    const member = await makeMember(app.db, { email: EMAIL });
    await driver.watchAs(EMAIL, SEARCH);
    const list = await app.api<WatchList>('GET /marketplace/watches', { headers: member.headers });
    expect(list.body.watches).toHaveLength(1);
  });
});
