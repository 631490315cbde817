import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import {
  accounts,
  auditLog,
  deletedAccounts,
  events,
  messages,
  outbox,
  reports,
  sessions,
} from '#db/schema/index.ts';
import { AdminAccount, type AdminAccountDetail } from '#src/features/accounts/admin/contract.ts';
import { findAdminAccounts } from '#src/features/accounts/admin/store.ts';
import { findAdminAnnouncements } from '#src/features/announcements/admin/store.ts';
import { composers } from '#src/mails.ts';
import type { Reader } from '#src/platform/database.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { hashToken } from '#src/platform/tokens.ts';
import {
  allRowsByTable,
  auditEntriesOf,
  makeAllAccountData,
  makeReport,
} from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAccount, makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeConversation } from '#tests/support/inbox.ts';
import { openStream } from '#tests/support/live.ts';
import { newCaller, type TestApp, TRANSPORTS, testApp } from '#tests/support/transports.ts';

const transport = 'rest';

const LIST = 'admin.accounts.list';
const GET = 'admin.accounts.get';
const UPDATE = 'admin.accounts.update';
const DELETE = 'admin.accounts.delete';
const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';
const NOT_FOUND = [404, 'account.not_found', 'Användaren finns inte.'];
const UNAUTHORIZED = [401, 'request.unauthorized', 'Du måste vara inloggad'];
const REQUIRED = [400, 'user.required', 'Alla fält måste fyllas i'];

const app = await testApp({ now: () => new Date('2027-01-15T08:00:00Z') });
const secondApp = await testApp({ on: app, now: () => new Date('2027-01-15T08:00:00Z') });
const admin = await makeAdmin(app.context.database.db);
afterAll(async () => {
  await secondApp.stop();
  await app.stop();
});
const db = () => app.context.database.db;
beforeEach(async () => {
  for (const table of [accounts, events, reports, auditLog, outbox]) await db().delete(table);
});

const send = <Body = AdminAccount>(name: string, input?: Record<string, unknown>, caller: object = admin) =>
  call<Body>(app, transport, name, caller, input);

describe('members for admins', () => {
  test('are listed newest first, with the number of their ads and of the reports about them', async () => {
    const anna = await makeMember(db(), {
      full_name: 'Anna Ek',
      created_at: '2027-01-02T08:00:00.000Z',
      last_login: '2027-01-14T08:00:00.000Z',
    });
    const bo = await makeMember(db(), {
      full_name: 'Bo Ask',
      phone_number: null,
      is_verified: false,
      is_suspended: true,
      created_at: '2027-01-03T08:00:00.000Z',
    });
    await makeAnnouncement(db(), { user_id: anna.id });
    await makeAnnouncement(db(), { user_id: anna.id, is_completed: true });
    await makeReport(db(), { by: bo, about: anna });
    await makeReport(db(), { by: bo, about: anna, status: 'handled' });
    await makeReport(db(), { by: bo, about: anna });
    const { status, body } = await send<AdminAccount[]>(LIST);
    expect(status).toBe(200);
    expect(v.parse(v.array(v.strictObject(AdminAccount.entries)), body)).toEqual(body);
    expect(body).toEqual([
      {
        id: bo.id,
        email: bo.email,
        username: bo.username,
        full_name: 'Bo Ask',
        phone_number: null,
        is_verified: false,
        is_suspended: true,
        created_at: '2027-01-03T08:00:00.000Z',
        last_login: null,
        report_count: 0,
        announcement_count: 0,
      },
      expect.objectContaining({
        id: anna.id,
        last_login: '2027-01-14T08:00:00.000Z',
        report_count: 3,
        announcement_count: 2,
      }),
    ]);
  });

  test('are shown with their ads and the reports about them, but without a password or their own reports', async () => {
    const [anna, bo] = [await makeMember(db()), await makeMember(db(), { full_name: 'Bo Ask' })];
    const { ownConversation, adWithoutMessages, reportAbout } = await makeAllAccountData(db(), anna, bo);
    const { status, body } = await send<AdminAccountDetail>(GET, { id: anna.id });
    expect(status).toBe(200);
    expect(body.announcements.map(({ id }) => id).sort()).toEqual(
      [adWithoutMessages.id, ownConversation.announcement.id].sort(),
    );
    expect(body.reports).toEqual([
      {
        id: reportAbout.id,
        reason: 'fraud',
        description: 'Betalt, ingen plats.',
        status: 'new',
        reporter_name: 'Bo Ask',
        reporter_email: bo.email,
        related_announcement: {
          id: ownConversation.announcement.id,
          order_number: ownConversation.announcement.order_number,
          event_name: 'Vasaloppet',
        },
        created_at: '2027-01-14T08:00:00.000Z',
      },
    ]);
    expect(Object.keys(body)).not.toContain('password_hash');
  });

  test('can get another name and phone if the e-mail sent is the stored one, in any case', async () => {
    const anna = await makeMember(db(), { email: 'anna.ek@example.se' });
    const change = { full_name: ' Anna  Ny ', phone_number: '08-1', email: ' Anna.Ek@Example.SE ' };
    const { status, body } = await send(UPDATE, { id: anna.id, ...change });
    expect(status).toBe(200);
    const expectedFields = { full_name: 'Anna  Ny', phone_number: '08-1', email: 'anna.ek@example.se' };
    expect(body).toMatchObject(expectedFields);
    expect((await db().select().from(accounts))[0]).toMatchObject({
      ...expectedFields,
      username: anna.username,
    });
    expect(await auditEntriesOf(db())).toEqual([['account.update', 'Anna  Ny']]);
  });

  test('stay unchanged when a field is missing or the e-mail is another one', async () => {
    const anna = await makeMember(db(), { full_name: 'Anna Ek' });
    const otherMember = await makeMember(db());
    const { email, phone_number } = anna;
    const completeInput = { id: anna.id, full_name: 'Ny', phone_number, email };
    for (const key of ['full_name', 'phone_number', 'email']) {
      for (const emptyValue of ['', '  ', null, undefined]) {
        expect(outcomeOf(await send(UPDATE, { ...completeInput, [key]: emptyValue }))).toEqual(REQUIRED);
      }
    }
    expect(outcomeOf(await send(UPDATE, { id: anna.id }))).toEqual(REQUIRED);
    for (const otherEmail of [otherMember.email, 'ny@example.se', 'ingen adress']) {
      expect(outcomeOf(await send(UPDATE, { ...completeInput, email: otherEmail }))).toEqual([
        400,
        'account.email_locked',
        'E-postadress kan inte ändras',
      ]);
    }
    const invalidChanges = [
      [{ full_name: 'a'.repeat(201) }, 'request.too_long'],
      [{ full_name: 'Anna www.x.se' }, 'account.name_address'],
      [{ phone_number: '0'.repeat(51) }, 'request.too_long'],
    ] as const;
    for (const [change, code] of invalidChanges) {
      expect(outcomeOf(await send(UPDATE, { ...completeInput, ...change }))[1]).toBe(code);
    }
    expect((await db().select().from(accounts).where(eq(accounts.id, anna.id)))[0]?.full_name).toBe(
      'Anna Ek',
    );
    expect(await auditEntriesOf(db())).toEqual([]);
  });

  test('stay unchanged when is_suspended is not a boolean, whatever else is sent', async () => {
    const anna = await makeMember(db(), { full_name: 'Anna Ek' });
    const { email } = anna;
    for (const otherFields of [{}, { full_name: 'Ny', email }]) {
      const [status, code] = outcomeOf(
        await send(UPDATE, { id: anna.id, is_suspended: 'ja', ...otherFields }),
      );
      expect([status, code]).toEqual([400, 'request.invalid']);
    }
    expect((await db().select().from(accounts))[0]?.full_name).toBe('Anna Ek');
  });

  test('are suspended and edited in one request, or neither', async () => {
    const anna = await makeMember(db(), { full_name: 'Anna Ek', phone_number: '1' });
    const input = {
      id: anna.id,
      is_suspended: true,
      full_name: 'Ny',
      phone_number: '2',
      email: anna.email,
    };
    for (const key of ['full_name', 'phone_number', 'email'])
      expect(outcomeOf(await send(UPDATE, { ...input, [key]: undefined }))).toEqual(REQUIRED);
    expect(outcomeOf(await send(UPDATE, { ...input, email: 'ny@example.se' }))[1]).toBe(
      'account.email_locked',
    );
    expect(outcomeOf(await send(UPDATE, { ...input, is_suspended: null }))[1]).toBe('request.invalid');
    const loadAccount = async () => (await db().select().from(accounts))[0];
    expect(await loadAccount()).toMatchObject({
      full_name: 'Anna Ek',
      phone_number: '1',
      is_suspended: false,
    });
    expect(await auditEntriesOf(db())).toEqual([]);

    const expectedFields = { full_name: 'Ny', phone_number: '2', is_suspended: true };
    const { status, body } = await send(UPDATE, input);
    expect([status, body]).toEqual([200, expect.objectContaining(expectedFields)]);
    expect(await loadAccount()).toMatchObject(expectedFields);
    expect(outcomeOf(await call(secondApp, transport, 'marketplace.accounts.me', anna))).toEqual(
      UNAUTHORIZED,
    );
    // Already suspended, so only the edit is logged.
    await send(UPDATE, { ...input, full_name: 'Nyare' });
    expect((await auditEntriesOf(db())).toSorted()).toEqual([
      ['account.suspend', 'Ny'],
      ['account.update', 'Ny'],
      ['account.update', 'Nyare'],
    ]);
  });

  test('are logged out on both instances when they are suspended, and their ads are unlisted', async () => {
    const anna = await makeMember(db(), {
      full_name: 'Anna Ek',
      password_hash: await hashPassword('Loppet2027'),
    });
    const bo = await makeMember(db());
    const ads = [
      await makeAnnouncement(db(), { user_id: anna.id }),
      await makeAnnouncement(db(), { user_id: bo.id }),
    ];
    const listOpenAds = async (instance: TestApp) =>
      (await call<{ id: string }[]>(instance, transport, 'public.announcements.list')).body.map(
        ({ id }) => id,
      );
    const getProfile = (instance: TestApp, caller: object) =>
      call(instance, transport, 'marketplace.accounts.me', caller);
    const logIn = () =>
      call(
        secondApp,
        transport,
        'marketplace.accounts.login',
        { headers: newCaller() },
        { email: anna.email, password: 'Loppet2027' },
      );
    for (const instance of [app, secondApp]) expect((await getProfile(instance, anna)).status).toBe(200);

    const { status, body } = await send(UPDATE, { id: anna.id, is_suspended: true });
    expect([status, body.is_suspended]).toEqual([200, true]);
    for (const instance of [secondApp, app]) {
      expect(outcomeOf(await getProfile(instance, anna))).toEqual(UNAUTHORIZED);
      expect((await getProfile(instance, bo)).status).toBe(200);
      expect(await listOpenAds(instance)).toEqual([ads[1]?.id as string]);
    }
    expect(outcomeOf(await logIn())).toEqual([401, 'login.suspended', 'This account is suspended.']);
    expect(await db().select().from(sessions).where(eq(sessions.user_id, anna.id))).toEqual([]);

    // A second suspension changes nothing. After the suspension is lifted, the old session stays invalid, but a new
    // login works.
    await send(UPDATE, { id: anna.id, is_suspended: true });
    expect((await send(UPDATE, { id: anna.id, is_suspended: false })).body.is_suspended).toBe(false);
    expect(outcomeOf(await getProfile(app, anna))).toEqual(UNAUTHORIZED);
    expect((await logIn()).status).toBe(200);
    expect((await listOpenAds(app)).sort()).toEqual(ads.map(({ id }) => id).sort());
    expect(await auditEntriesOf(db())).toEqual([
      ['account.suspend', 'Anna Ek'],
      ['account.unsuspend', 'Anna Ek'],
    ]);
  });

  test('are deleted with all rows that depend on the account, and nothing else', async () => {
    const [cilla, david] = [await makeMember(db()), await makeMember(db())];
    await makeAllAccountData(db(), cilla, david);
    const anna = await makeMember(db(), { full_name: 'Anna Ek' });
    const rowsBefore = await allRowsByTable(db());
    delete rowsBefore.marketplace_users;
    delete rowsBefore.marketplace_sessions;
    const { ownReport, otherConversation, reportAbout } = await makeAllAccountData(db(), anna, cilla);
    const { status, body } = await send<unknown>(DELETE, { id: anna.id });
    expect([status, body]).toEqual([200, { message: 'Användare borttagen' }]);

    const rowsAfter = await allRowsByTable(db());
    const newRows = Object.entries(rowsAfter).flatMap(([table, rows]) =>
      rows.filter((row) => !(rowsBefore[table] ?? rows).includes(row)).map((row) => [table, JSON.parse(row)]),
    );
    // The events and Cilla's ad do not belong to Anna. Her own report stays without her name.
    const others = ['events', 'event_revisions', 'evidence', 'watch_changes'];
    expect(newRows.filter(([table]) => !others.includes(table))).toEqual([
      [
        'announcements',
        expect.objectContaining({ id: otherConversation.announcement.id, user_id: cilla.id }),
      ],
      ['audit_log', expect.objectContaining({ action: 'account.delete', record_name: 'Anna Ek' })],
      // Keeps an older backup from restoring the account.
      ['deleted_accounts', { id_hash: hashToken(anna.id), deleted_at: expect.any(String), by_self: false }],
      [
        'reports',
        expect.objectContaining({
          id: ownReport.id,
          reporter_id: null,
          reporter_name: 'Borttagen användare',
          reporter_email: null,
          reported_user_id: cilla.id,
        }),
      ],
    ]);
    const lostRows = Object.entries(rowsBefore).flatMap(([table, rows]) =>
      rows.filter((row) => !rowsAfter[table]?.includes(row)),
    );
    expect(lostRows).toEqual([]);
    expect(rowsAfter.marketplace_users).toHaveLength(2);
    expect(rowsAfter.marketplace_sessions).toHaveLength(2);
    const keptReports = newRows.flatMap(([table, row]) => (table === 'evidence' ? [row.report_id] : []));
    expect(keptReports.sort()).toEqual([reportAbout.id, ownReport.id].sort());
    // No other table contains her id or address. The evidence of the report about her has the address.
    const { audit_log: _, evidence, ...otherTables } = rowsAfter;
    for (const trace of [anna.id, anna.email]) expect(JSON.stringify(otherTables)).not.toContain(trace);
    expect(JSON.stringify(evidence)).not.toContain(anna.id);
    expect(outcomeOf(await call(secondApp, transport, 'marketplace.accounts.me', anna))).toEqual(
      UNAUTHORIZED,
    );
    expect(outcomeOf(await send(DELETE, { id: anna.id }))).toEqual(NOT_FOUND);
  });

  test.each([GET, UPDATE, DELETE])('return 404 from %s for an unknown or invalid id', async (name) => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect(outcomeOf(await send(name, { id, is_suspended: true }))).toEqual(NOT_FOUND);
      const edit = { id, full_name: 'A', phone_number: '1', email: 'a@example.se' };
      expect(outcomeOf(await send(name, edit))).toEqual(NOT_FOUND);
    }
  });

  test('cannot be managed by members or anonymous callers', async () => {
    const anna = await makeMember(db());
    for (const caller of [anna, {}]) {
      for (const name of [LIST, GET, UPDATE, DELETE]) {
        expect(outcomeOf(await send(name, { id: anna.id, is_suspended: true }, caller))).toEqual(
          UNAUTHORIZED,
        );
      }
    }
    expect((await db().select().from(accounts))[0]?.is_suspended).toBe(false);
  });
});

test('a suspension closes the live streams of that member at once on both instances, and no others', async () => {
  const [anna, bo] = [await makeMember(db()), await makeMember(db())];
  const streams = await Promise.all([app, secondApp].map((instance) => openStream(instance, anna.headers)));
  const otherStream = await openStream(secondApp, bo.headers);
  // Wait until both instances listen.
  await Bun.sleep(300);
  await call(app, 'rest', UPDATE, admin, { id: anna.id, is_suspended: true });
  for (const stream of streams) {
    expect(await stream.until(stream.isOver, 2000)).toBeLessThan(1000);
    expect(stream.code()).toBe('request.unauthorized');
  }
  expect(otherStream.isOver()).toBe(false);
  await otherStream.leave();
});

test('the deletion of a member notifies the other parties of their conversations', async () => {
  const [anna, bo, cilla] = [await makeMember(db()), await makeMember(db()), await makeMember(db())];
  await makeConversation(db(), { owner: anna, participant: bo, written: [] });
  await makeConversation(db(), { owner: cilla, participant: anna, written: [] });
  const streams = await Promise.all([bo, cilla].map((caller) => openStream(secondApp, caller.headers)));
  await Bun.sleep(300);
  const eventCountsBefore = streams.map((stream) => stream.events().length);
  await call(app, 'rest', DELETE, admin, { id: anna.id });
  for (const [index, stream] of streams.entries()) {
    await stream.until(() => stream.events().length > (eventCountsBefore[index] ?? 0), 2000);
    await stream.leave();
  }
});

test('concurrent deletions of members who wrote to each other do not deadlock', async () => {
  for (let round = 0; round < 3; round++) {
    const members = await Promise.all(Array.from({ length: 6 }, () => makeMember(db())));
    for (const owner of members) {
      for (const participant of members.filter((member) => member !== owner)) {
        await makeConversation(db(), {
          owner,
          participant,
          written: [
            { by: participant, text: 'Hej', at: '2027-01-10T08:00:00Z' },
            { by: owner, text: 'Hej hej', at: '2027-01-10T09:00:00Z' },
          ],
        });
      }
    }
    const responses = await Promise.all(
      members.map(({ id }, index) =>
        call(index % 2 ? app : secondApp, TRANSPORTS[index % 2] ?? 'rest', DELETE, admin, { id }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await db().select().from(accounts)).toEqual([]);
  }
});

test('a message sent while a member is deleted is stored before the deletion, or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const [anna, bo] = [await makeMember(db()), await makeMember(db())];
    const ad = await makeAnnouncement(db(), { user_id: anna.id });
    const message = { announcement_id: ad.id, message_text: 'Hej' };
    const [deletion, sendResponse] = await Promise.all([
      call(app, 'rest', DELETE, admin, { id: anna.id }),
      call(secondApp, 'trpc', 'marketplace.conversations.send', bo, message),
    ]);
    expect(deletion.status).toBe(200);
    expect([200, 404]).toContain(sendResponse.status);
    expect(await db().select().from(messages)).toEqual([]);
  }
});

test('of 20 concurrent suspensions of one member all succeed, and one audit entry is written', async () => {
  const anna = await makeMember(db(), { full_name: 'Anna Ek' });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call(i % 2 ? app : secondApp, TRANSPORTS[i % 2] ?? 'rest', UPDATE, admin, {
        id: anna.id,
        is_suspended: true,
      }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await auditEntriesOf(db())).toEqual([['account.suspend', 'Anna Ek']]);
});

test('a deletion records the hash of the id and the time, whatever the case of the id', async () => {
  const anna = await makeMember(db());
  await call(app, 'rest', DELETE, admin, { id: anna.id.toUpperCase() });
  const deletions = await db()
    .select()
    .from(deletedAccounts)
    .where(eq(deletedAccounts.id_hash, hashToken(anna.id)));
  expect(deletions.map(({ deleted_at }) => deleted_at)).toEqual(['2027-01-15T08:00:00.000Z']);
});

test('a deletion is rolled back when its audit entry fails, and a backup can still restore the account', async () => {
  const anna = await makeMember(db());
  await app.sql`alter table audit_log add constraint no_more check (action <> 'account.delete')`;
  try {
    expect((await call(app, 'rest', DELETE, admin, { id: anna.id })).status).toBe(500);
  } finally {
    await app.sql`alter table audit_log drop constraint no_more`;
  }
  expect((await call(app, 'rest', 'marketplace.accounts.me', anna)).status).toBe(200);
  const hash = hashToken(anna.id);
  expect(await db().select().from(deletedAccounts).where(eq(deletedAccounts.id_hash, hash))).toEqual([]);
});

test('a suspension leaves the member logged in when its audit entry fails', async () => {
  const anna = await makeMember(db());
  await app.sql`alter table audit_log add constraint no_more check (action <> 'account.suspend')`;
  try {
    expect((await call(app, 'rest', UPDATE, admin, { id: anna.id, is_suspended: true })).status).toBe(500);
    expect((await call(app, 'rest', 'marketplace.accounts.me', anna)).status).toBe(200);
  } finally {
    await app.sql`alter table audit_log drop constraint no_more`;
  }
});

const FIRST_ATTEMPT = { attempts: 1 };

test('no mail is composed for a member deleted after the mail was claimed for sending', async () => {
  const [anna, bo] = [await makeMember(db()), await makeMember(db())];
  const { ownConversation } = await makeAllAccountData(db(), anna, bo);
  const orders = await db().select().from(outbox);
  expect(orders).toHaveLength(3);
  await call(app, 'rest', DELETE, admin, { id: anna.id });
  expect(await db().select().from(outbox)).toEqual([]);
  const ctx = { ...app.context, siteUrl: app.url };
  for (const { kind, about } of orders)
    expect(await composers[kind]?.(ctx, about, FIRST_ATTEMPT)).toBeUndefined();
  for (const kind of ['account.resend', 'account.exists', 'account.reset', 'account.data_link']) {
    expect(await composers[kind]?.(ctx, { email: anna.email }, FIRST_ATTEMPT)).toBeUndefined();
  }
  const about = { conversation_id: ownConversation.conversation.id, receiver_id: bo.id };
  expect(await composers['conversation.message']?.(ctx, about, FIRST_ATTEMPT)).toBeUndefined();
});

test('a mail about a submission is still sent to the address of a deleted member', async () => {
  const anna = await makeMember(db());
  const about = { submission_id: UNKNOWN_ID, email: anna.email, event_name: 'Loppet' };
  await db()
    .insert(outbox)
    .values([
      { kind: 'submission.rejected', about },
      { kind: 'account.reset', about: { email: anna.email } },
    ]);
  await call(app, 'rest', DELETE, admin, { id: anna.id });
  expect((await db().select().from(outbox)).map(({ kind }) => kind)).toEqual(['submission.rejected']);
});

test('the user name and the address of a deleted member can be registered again', async () => {
  const register = () =>
    call(
      app,
      'rest',
      'marketplace.accounts.register',
      { headers: newCaller() },
      {
        email: 'anna.ek@example.se',
        full_name: 'Anna Ek',
        phone_number: '1',
        password: 'Loppet2027',
        confirm_password: 'Loppet2027',
      },
    );
  await register();
  const [firstAccount] = await db().select().from(accounts);
  await call(app, 'rest', DELETE, admin, { id: firstAccount?.id });
  expect((await register()).status).toBe(200);
  const [secondAccount] = await db().select().from(accounts);
  expect([secondAccount?.username, secondAccount?.id === firstAccount?.id]).toEqual(['anna.ek', false]);
});

test.each([
  ['members', findAdminAccounts],
  ['ads', (reader: Reader) => findAdminAnnouncements(reader, '2027-03-01')],
])('the list of %s counts with joins, not with a subquery for each row', async (_, find) => {
  const { sql: statement, params } = find(db()).toSQL();
  const [row] = await app.sql.unsafe(`explain (format json) ${statement}`, params as never[]);
  expect(tablesOfSubplans(row?.['QUERY PLAN'][0].Plan)).toEqual([]);
});

type PlanNode = { 'Parent Relationship'?: string; 'Relation Name'?: string; Plans?: PlanNode[] };

function tablesOfSubplans(node: PlanNode, isWithin = false): string[] {
  const isInSubplan = isWithin || node['Parent Relationship'] === 'SubPlan';
  const table = isInSubplan ? (node['Relation Name'] ?? []) : [];
  return [table, ...(node.Plans ?? []).map((child) => tablesOfSubplans(child, isInSubplan))].flat();
}

test('a login during a suspension leaves no session', async () => {
  const password_hash = await hashPassword('Loppet2027');
  for (let round = 0; round < 3; round++) {
    const anna = await makeAccount(db(), { password_hash });
    const [login] = await Promise.all([
      call<{ access_token?: string }>(
        secondApp,
        'rest',
        'marketplace.accounts.login',
        { headers: newCaller() },
        { email: anna.email, password: 'Loppet2027' },
      ),
      call(app, 'rest', UPDATE, admin, { id: anna.id, is_suspended: true }),
    ]);
    const headers = { authorization: `Bearer ${login.body.access_token ?? 'none'}` };
    expect(outcomeOf(await call(app, 'rest', 'marketplace.accounts.me', { headers }))).toEqual(UNAUTHORIZED);
    expect(await db().select().from(sessions).where(eq(sessions.user_id, anna.id))).toEqual([]);
  }
});
