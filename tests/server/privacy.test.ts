import { describe, expect, test } from 'bun:test';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#db/schema/index.ts';
import { sweepMessages } from '#src/features/contact/service.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { sweepSubmissions } from '#src/features/submissions/service.ts';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import { makeAllAccountData } from '#tests/support/admin-market.ts';
import { testApp } from '#tests/support/app.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeMember, makeMessage, makeSubmission } from '#tests/support/content.ts';
import { EXCLUDED_COLUMNS, EXPORTED_COLUMNS } from '#tests/support/data-columns.ts';
import { openStream } from '#tests/support/live.ts';
import {
  DELETE,
  MY_DATA,
  NOW,
  openMemberDataWorld,
  PASSWORD,
  transport,
} from '#tests/support/member-data-world.ts';
import { makeNotice } from '#tests/support/moderation.ts';
import { newCaller } from '#tests/support/transports.ts';

const { app, deleteAccount, makePerson, now, secondApp } = await openMemberDataWorld();

test('every column of every table is exported to a member, or left out for a reason', () => {
  const columns = Object.values(schema)
    .filter((value) => is(value, PgTable))
    .flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => ({ table: name, name: `${name}.${column.name}`, column: column.name }));
    });
  const undecidedColumns = columns.filter(
    ({ table, name, column }) =>
      Number(EXPORTED_COLUMNS[table]?.includes(column) ?? false) +
        Number(name in EXCLUDED_COLUMNS) +
        Number(table in EXCLUDED_COLUMNS) !==
      1,
  );
  expect(undecidedColumns).toEqual([]);
  const knownNames = new Set(columns.flatMap(({ table, name }) => [table, name]));
  const unknownNames = [
    ...Object.keys(EXCLUDED_COLUMNS),
    ...Object.entries(EXPORTED_COLUMNS).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  ].filter((name) => !knownNames.has(name));
  expect(unknownNames).toEqual([]);
});

test('a member gets the data held about them, and nobody else does', async () => {
  const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
  await makeAllAccountData(app.db, anna, bo);
  const { status, body } = await call<MyData>(app, transport, MY_DATA, anna);
  expect(status).toBe(200);
  expect(body.account).toMatchObject({ full_name: 'Anna Ek', email: anna.email });
  expect(body.conversations.map(({ messages }) => messages.map((message) => message.message_text))).toEqual([
    ['Är den kvar?', 'Ja.'],
    ['Vad kostar den?', 'Tusen.'],
  ]);
  expect(body.reports_about_me).toEqual([
    { reason: 'fraud', status: 'new', created_at: '2027-01-14T08:00:00.000Z' },
  ]);
  expect(body.statements).toMatchObject([{ kind: 'ad_hidden', objection: null }]);
  expect(body.mails).toHaveLength(3);
  expect(outcomeOf(await call(app, transport, MY_DATA))).toEqual([
    401,
    'request.unauthorized',
    'Du måste vara inloggad',
  ]);
});

test('a member gets their watches and what was asked for at their address, and a deletion erases both', async () => {
  const { headers, ...anna } = await makePerson('Anna Ek');
  const member = { ...anna, headers: { ...headers, ...newCaller() } };
  const watch = { kind: 'search', cadence: 'weekly' };
  await call(app, transport, 'public.watches.create', member, { ...watch, query: 'landskap=Dalarna' });
  const asked = { ...watch, query: 'q=lopp', email: anna.email };
  await call(app, transport, 'public.watches.create', { headers: newCaller() }, asked);
  const { body } = await call<MyData>(app, transport, MY_DATA, member);
  expect(body.watches).toMatchObject({
    email: anna.email,
    watches: [{ query: 'landskap=Dalarna', cadence: 'weekly', created_at: NOW.toISOString() }],
    requests: [{ title: 'Lopp, ”lopp”', cadence: 'weekly', confirmed_at: null }],
    news: [],
  });
  expect(body.mails.map(({ kind }) => kind)).toContain('watch.confirm');
  expect((await deleteAccount(member)).status).toBe(200);
  for (const table of ['watchers', 'watches', 'watch_requests'])
    expect([table, (await app.sql`select from ${app.sql(table)}`).length]).toEqual([table, 0]);
  expect(await app.sql`select from outbox where kind = 'watch.confirm'`).toHaveLength(0);
});

test('messages, notices and submissions from the address are found in each spelling of its domain', async () => {
  const iris = await makeMember(app.db, { email: 'iris@xn--rksmrgs-5wao1o.se' });
  for (const email of ['Iris@räksmörgås.se', 'iris@xn--rksmrgs-5wao1o.se']) {
    await makeMessage(app.db, { email });
    await makeSubmission(app.db, { submitter_email: email });
    await makeNotice(app.db, { email });
  }
  const { body } = await call<MyData>(app, transport, MY_DATA, iris);
  expect([body.contact_messages, body.submissions, body.notices].map(({ length }) => length)).toEqual([
    2, 2, 2,
  ]);
});

test('an account is not deleted without its password', async () => {
  const anna = await makePerson('Anna Ek');
  const attempt = async (input: Record<string, unknown>) =>
    outcomeOf(await call(app, transport, DELETE, anna, input));
  expect(await attempt({ password: 'vasaloppet90' })).toEqual([
    400,
    'deletion.wrong_password',
    'Fel lösenord. Kontot är kvar.',
  ]);
  for (const input of [{}, { password: '' }, { password: 5 }])
    expect(await attempt(input)).toEqual([400, 'deletion.password', 'Ange ditt lösenord']);
  expect((await call(app, transport, MY_DATA, anna)).status).toBe(200);
});

test('the password of a deletion is read from the body only, because query strings are logged', async () => {
  const anna = await makePerson('Anna Ek');
  const { headers } = anna;
  const operationWithQuery = `DELETE /marketplace/me?password=${PASSWORD}`;
  const passwordRequired = [400, 'deletion.password', 'Ange ditt lösenord'];
  expect(outcomeOf(await app.api(operationWithQuery, { headers }))).toEqual(passwordRequired);
  expect(outcomeOf(await app.api(operationWithQuery, { headers, body: {} }))).toEqual(passwordRequired);
  const { body: description } = await app.api<ApiDescription>('GET /openapi.json');
  const describedDeletion = description.paths['/marketplace/me']?.delete;
  expect(describedDeletion?.parameters).toEqual([]);
  expect(describedDeletion?.requestBody?.content['application/json']?.schema).toMatchObject({
    properties: { password: { type: 'string' } },
    required: ['password'],
  });
  // Other query values are ignored too.
  const operationWithWrongQuery = 'DELETE /marketplace/me?password=fel';
  expect(
    outcomeOf(await app.api(operationWithWrongQuery, { headers, body: { password: PASSWORD } })),
  ).toEqual([200, { message: 'Ditt konto är borttaget.' }]);
});

test('a deletion ends the sessions of the member on both instances and closes their live streams', async () => {
  const anna = await makePerson('Anna Ek');
  const stream = await openStream(secondApp, anna.headers);
  await Bun.sleep(300);
  expect(outcomeOf(await deleteAccount(anna))).toEqual([200, { message: 'Ditt konto är borttaget.' }]);
  for (const instance of [app, secondApp])
    expect((await call(instance, 'trpc', 'marketplace.accounts.me', anna)).status).toBe(401);
  expect(await stream.until(stream.isOver, 2000)).toBeLessThan(1000);
  const input = { email: anna.email, password: PASSWORD };
  expect((await call(secondApp, 'rest', 'marketplace.accounts.login', {}, input)).status).toBe(401);
});

describe('the data of the public forms', () => {
  const oldDate = '2026-01-14T08:00:00.000Z';
  const recentDate = '2026-01-16T08:00:00.000Z';
  const loadRemaining = async () => ({
    messages: (await app.db.select().from(schema.contactMessages)).map(({ subject }) => subject).sort(),
    submissions: (await app.db.select().from(schema.submissions))
      .map((submission) => submission.event_name)
      .sort(),
  });
  const storeOldAndRecent = async () => {
    await makeMessage(app.db, { subject: 'old', created_at: oldDate });
    await makeMessage(app.db, { subject: 'newer', created_at: recentDate });
    const reviewed = { submitted_at: oldDate, reviewed_by: 'admin' };
    await makeSubmission(app.db, {
      ...reviewed,
      event_name: 'reviewed long ago',
      status: 'rejected',
      reviewed_at: oldDate,
    });
    await makeSubmission(app.db, {
      ...reviewed,
      event_name: 'reviewed later',
      status: 'approved',
      reviewed_at: recentDate,
    });
    await makeSubmission(app.db, { event_name: 'waits', submitted_at: '2020-01-01T00:00:00.000Z' });
  };
  const sweep = () =>
    Promise.all(
      [app, secondApp].flatMap(({ context }) => [sweepMessages(context), sweepSubmissions(context)]),
    );

  test('is deleted after 365 days, also by several instances at once, but not submissions that wait for review', async () => {
    await storeOldAndRecent();
    await sweep();
    await sweep();
    expect(await loadRemaining()).toEqual({ messages: ['newer'], submissions: ['reviewed later', 'waits'] });
  });

  test('is kept without limit when RETENTION_DAYS is 0', async () => {
    await storeOldAndRecent();
    const contentBefore = await loadRemaining();
    const unlimitedApp = await testApp({ environment: { RETENTION_DAYS: '0' }, now: () => now(), on: app });
    await sweepMessages(unlimitedApp.context);
    await sweepSubmissions(unlimitedApp.context);
    await unlimitedApp.stop();
    expect(await loadRemaining()).toEqual(contentBefore);
  });
});
