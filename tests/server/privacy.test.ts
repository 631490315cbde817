import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#db/schema/index.ts';
import { sweepMessages } from '#src/features/contact/service.ts';
import type { ConversationDetail, ConversationSummary } from '#src/features/conversations/contract.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import { setReportStatus } from '#src/features/reports/admin/service.ts';
import { sweepSubmissions } from '#src/features/submissions/service.ts';
import type { ApiDescription } from '#src/platform/openapi/openapi.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { makeAllAccountData } from '#tests/support/admin-market.ts';
import { testApp } from '#tests/support/app.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeMember, makeMessage, makeSubmission } from '#tests/support/content.ts';
import { EXCLUDED_COLUMNS, EXPORTED_COLUMNS } from '#tests/support/data-columns.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { openStream } from '#tests/support/live.ts';
import { makeNotice } from '#tests/support/moderation.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'rest';

const NOW = new Date('2027-01-15T08:00:00Z');
const PASSWORD = 'Vasaloppet90';
const MY_DATA = 'marketplace.privacy.myData';
const DELETE = 'marketplace.privacy.deleteAccount';

let now = NOW;
const hash = await hashPassword(PASSWORD);
const app = await testApp({ now: () => now });
const secondApp = await testApp({ now: () => now, on: app });
afterAll(async () => {
  await secondApp.stop();
  await app.stop();
});
const db = () => app.context.database.db;
beforeEach(async () => {
  now = NOW;
  const { accounts, events, reports, auditLog, outbox, contactMessages, submissions, notices, rateLimits } =
    schema;
  const tables = [accounts, events, reports, auditLog, outbox, contactMessages, submissions, notices];
  for (const table of [...tables, rateLimits]) await db().delete(table);
});

const makePerson = (full_name: string) => makeMember(db(), { full_name, password_hash: hash });
const deleteAccount = (member: Member, password = PASSWORD) =>
  call(app, 'rest', DELETE, member, { password });
const inboxOf = async (member: Member) =>
  (await call<ConversationSummary[]>(app, 'rest', 'marketplace.conversations.list', member)).body;
const openConversation = (member: Member, { announcement_id, other_user }: ConversationSummary) =>
  call<ConversationDetail>(app, 'rest', 'marketplace.conversations.open', member, {
    announcement_id,
    other_user_id: other_user.id,
  });

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
  await makeAllAccountData(db(), anna, bo);
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
  const iris = await makeMember(db(), { email: 'iris@xn--rksmrgs-5wao1o.se' });
  for (const email of ['Iris@räksmörgås.se', 'iris@xn--rksmrgs-5wao1o.se']) {
    await makeMessage(db(), { email });
    await makeSubmission(db(), { submitter_email: email });
    await makeNotice(db(), { email });
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

describe('the other party of a conversation', () => {
  const makeWrittenConversation = (owner: Member, participant: Member) =>
    makeConversation(db(), {
      owner,
      participant,
      written: [
        { by: participant, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' },
        { by: owner, text: 'Ja.', at: '2027-01-10T09:00:00Z', isRead: false },
      ],
    });

  test.each(['owner', 'participant'] as const)(
    'keeps their own messages, without the name, when the %s of the ad deletes their account',
    async (role) => {
      const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
      const { announcement } = await (role === 'owner'
        ? makeWrittenConversation(anna, bo)
        : makeWrittenConversation(bo, anna));
      const conversationBefore = (await inboxOf(bo))[0] as ConversationSummary;
      await deleteAccount(anna);
      const [conversationAfter] = await inboxOf(bo);
      expect(conversationAfter).toEqual({
        ...conversationBefore,
        announcement_id: expect.any(String),
        announcement: {
          ...conversationBefore.announcement,
          id: expect.any(String),
          // The ad of an owner who left is gone.
          is_active: role === 'participant',
        },
        // An older link with the id of the conversation stays valid.
        other_user: { id: conversationBefore.id, name: 'Borttagen användare', is_deleted: true },
        unread_count: 0,
        last_message_date: role === 'owner' ? '2027-01-10T08:00:00.000Z' : '2027-01-10T09:00:00.000Z',
        last_message: { sender_id: bo.id, excerpt: role === 'owner' ? 'Är den kvar?' : 'Ja.' },
      });
      const { body } = await openConversation(bo, conversationAfter as ConversationSummary);
      expect(body).toMatchObject({
        id: conversationBefore.id,
        announcement: { event_name: 'Vasaloppet', order_number: announcement.order_number, price: 500 },
        other_user: { name: 'Borttagen användare', phone: null, is_deleted: true },
      });
      expect(body.messages.map((message) => message.message_text)).toEqual([
        role === 'owner' ? 'Är den kvar?' : 'Ja.',
      ]);
      const conversationKey = {
        announcement_id: conversationAfter?.announcement_id,
        other_user_id: conversationAfter?.other_user.id,
      };
      const reply = { ...conversationKey, message_text: 'Hallå?' };
      for (const transport of TRANSPORTS)
        expect(outcomeOf(await call(app, transport, 'marketplace.conversations.reply', bo, reply))).toEqual([
          409,
          'conversation.deserted',
          'Den du skrev med har tagit bort sitt konto. Det går inte att skriva mer i konversationen.',
        ]);
      // A third party finds nothing under those ids.
      const cilla = await makePerson('Cilla Alm');
      expect((await openConversation(cilla, conversationAfter as ConversationSummary)).status).toBe(404);
      expect(await inboxOf(cilla)).toEqual([]);
      expect((await call<MyData>(app, 'rest', MY_DATA, bo)).body.conversations).toHaveLength(1);
    },
  );

  test('has their messages shown to admins without the name of the deleted member', async () => {
    const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
    const { announcement } = await makeWrittenConversation(bo, anna);
    await deleteAccount(anna);
    const admin = await makeAdmin(db());
    const { body } = await call(app, 'rest', 'admin.announcements.get', admin, { id: announcement.id });
    expect(body).toMatchObject({
      message_count: 1,
      messages: [
        {
          message_text: 'Ja.',
          sender_details: { id: bo.id },
          receiver_details: { full_name: 'Borttagen användare' },
        },
      ],
    });
  });

  test('loses a conversation if they wrote nothing in it, both have left it, or its ad is deleted', async () => {
    const [anna, bo, cilla] = [
      await makePerson('Anna Ek'),
      await makePerson('Bo Ask'),
      await makePerson('Cilla Alm'),
    ];
    const countConversations = async () => (await db().select().from(schema.conversations)).length;
    await makeConversation(db(), {
      owner: bo,
      participant: anna,
      written: [{ by: anna, text: 'Är den kvar?', at: '2027-01-10T08:00:00Z' }],
    });
    const { announcement } = await makeWrittenConversation(cilla, anna);
    await makeWrittenConversation(anna, bo);
    expect(await countConversations()).toBe(3);
    await deleteAccount(anna);
    expect(await countConversations()).toBe(2);
    await call(app, 'rest', 'marketplace.announcements.delete', cilla, { id: announcement.id });
    expect(await countConversations()).toBe(1);
    await deleteAccount(bo);
    expect([await countConversations(), (await db().select().from(schema.messages)).length]).toEqual([0, 0]);
  });

  test('can delete their account at the same time without a deadlock', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, (_, index) => makePerson(`Person ${index}`)));
    for (const owner of members)
      for (const participant of members)
        if (owner !== participant) await makeWrittenConversation(owner, participant);
    const statuses = await Promise.all(members.map(async (member) => (await deleteAccount(member)).status));
    expect(statuses).toEqual(members.map(() => 200));
    expect(await db().select().from(schema.conversations)).toEqual([]);
  });

  test('may write during the deletion: each message is kept or rejected', async () => {
    for (let round = 0; round < 5; round++) {
      const [anna, bo] = [await makePerson('Anna Ek'), await makePerson('Bo Ask')];
      const { announcement } = await makeWrittenConversation(anna, bo);
      const reply = { announcement_id: announcement.id, message_text: 'Kan vi ses?' };
      const sendCalls = Array.from({ length: 4 }, () =>
        call(app, 'rest', 'marketplace.conversations.send', bo, reply),
      );
      const [deletion, ...responses] = await Promise.all([deleteAccount(anna), ...sendCalls]);
      expect(deletion.status).toBe(200);
      for (const { status } of responses) expect([200, 404]).toContain(status);
      const [conversation] = await inboxOf(bo);
      const { body } = await openConversation(bo, conversation as ConversationSummary);
      const acceptedCount = responses.filter(({ status }) => status === 200).length;
      expect(body.messages).toHaveLength(1 + acceptedCount);
    }
  });
});

describe('the data of the public forms', () => {
  const oldDate = '2026-01-14T08:00:00.000Z';
  const recentDate = '2026-01-16T08:00:00.000Z';
  const loadRemaining = async () => ({
    messages: (await db().select().from(schema.contactMessages)).map(({ subject }) => subject).sort(),
    submissions: (await db().select().from(schema.submissions))
      .map((submission) => submission.event_name)
      .sort(),
  });
  const storeOldAndRecent = async () => {
    await makeMessage(db(), { subject: 'old', created_at: oldDate });
    await makeMessage(db(), { subject: 'newer', created_at: recentDate });
    const reviewed = { submitted_at: oldDate, reviewed_by: 'admin' };
    await makeSubmission(db(), {
      ...reviewed,
      event_name: 'reviewed long ago',
      status: 'rejected',
      reviewed_at: oldDate,
    });
    await makeSubmission(db(), {
      ...reviewed,
      event_name: 'reviewed later',
      status: 'approved',
      reviewed_at: recentDate,
    });
    await makeSubmission(db(), { event_name: 'waits', submitted_at: '2020-01-01T00:00:00.000Z' });
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
    const unlimitedApp = await testApp({ environment: { RETENTION_DAYS: '0' }, now: () => now, on: app });
    await sweepMessages(unlimitedApp.context);
    await sweepSubmissions(unlimitedApp.context);
    await unlimitedApp.stop();
    expect(await loadRemaining()).toEqual(contentBefore);
  });
});

test('handling a report during the deletion of the reported member leaves no name in the audit log', async () => {
  const [anna, bo, admin] = [await makePerson('Anna Ek'), await makePerson('Bo Ask'), await makeAdmin(db())];
  await makeAllAccountData(db(), anna, bo);
  const [report] = await db()
    .select()
    .from(schema.reports)
    .where(eq(schema.reports.reported_user_id, anna.id));
  let pendingDeletion: ReturnType<typeof deleteAccount> | undefined;
  await db().transaction(async (tx) => {
    const ctx = { ...app.context, database: { ...app.context.database, db: tx }, admin };
    await setReportStatus(ctx as never, { id: report?.id ?? '', status: 'handled' });
    pendingDeletion = deleteAccount(anna);
    await waitForLockWaits(app, 1);
  });
  expect((await pendingDeletion)?.status).toBe(200);
  const names = (await db().select().from(schema.auditLog)).map(({ record_name }) => record_name);
  expect(names).toEqual(['Bedrägeri: Borttagen användare']);
});
