import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { accounts } from '#db/schema/index.ts';
import { AdminAccount, type AdminAccountDetail } from '#src/features/accounts/admin/contract.ts';
import { findAdminAccounts } from '#src/features/accounts/admin/store.ts';
import { findAdminAnnouncements } from '#src/features/announcements/admin/store.ts';
import type { Reader } from '#src/platform/database.ts';
import { auditEntriesOf, makeAllAccountData, makeReport } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeMember } from '#tests/support/content.ts';
import {
  DELETE,
  NOT_FOUND,
  openUsersWorld,
  UNAUTHORIZED,
  UNKNOWN_ID,
  UPDATE,
} from '#tests/support/users-world.ts';

const { admin, app, secondApp } = await openUsersWorld();

const transport = 'rest';

const LIST = 'admin.accounts.list';
const GET = 'admin.accounts.get';
const REQUIRED = [400, 'user.required', 'Alla fält måste fyllas i'];

const send = <Body = AdminAccount>(name: string, input?: Record<string, unknown>, caller: object = admin) =>
  call<Body>(app, transport, name, caller, input);

describe('members for admins', () => {
  test('are listed newest first, with the number of their ads and of the reports about them', async () => {
    const anna = await makeMember(app.db, {
      full_name: 'Anna Ek',
      created_at: '2027-01-02T08:00:00.000Z',
      last_login: '2027-01-14T08:00:00.000Z',
    });
    const bo = await makeMember(app.db, {
      full_name: 'Bo Ask',
      phone_number: null,
      is_verified: false,
      is_suspended: true,
      created_at: '2027-01-03T08:00:00.000Z',
    });
    await makeAnnouncement(app.db, { user_id: anna.id });
    await makeAnnouncement(app.db, { user_id: anna.id, is_completed: true });
    await makeReport(app.db, { by: bo, about: anna });
    await makeReport(app.db, { by: bo, about: anna, status: 'handled' });
    await makeReport(app.db, { by: bo, about: anna });
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
    const [anna, bo] = [await makeMember(app.db), await makeMember(app.db, { full_name: 'Bo Ask' })];
    const { ownConversation, adWithoutMessages, reportAbout } = await makeAllAccountData(app.db, anna, bo);
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
    const anna = await makeMember(app.db, { email: 'anna.ek@example.se' });
    const change = { full_name: ' Anna  Ny ', phone_number: '08-1', email: ' Anna.Ek@Example.SE ' };
    const { status, body } = await send(UPDATE, { id: anna.id, ...change });
    expect(status).toBe(200);
    const expectedFields = { full_name: 'Anna  Ny', phone_number: '08-1', email: 'anna.ek@example.se' };
    expect(body).toMatchObject(expectedFields);
    expect((await app.db.select().from(accounts))[0]).toMatchObject({
      ...expectedFields,
      username: anna.username,
    });
    expect(await auditEntriesOf(app.db)).toEqual([['account.update', 'Anna  Ny']]);
  });

  test('stay unchanged when a field is missing or the e-mail is another one', async () => {
    const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
    const otherMember = await makeMember(app.db);
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
    expect((await app.db.select().from(accounts).where(eq(accounts.id, anna.id)))[0]?.full_name).toBe(
      'Anna Ek',
    );
    expect(await auditEntriesOf(app.db)).toEqual([]);
  });

  test('stay unchanged when is_suspended is not a boolean, whatever else is sent', async () => {
    const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
    const { email } = anna;
    for (const otherFields of [{}, { full_name: 'Ny', email }]) {
      const [status, code] = outcomeOf(
        await send(UPDATE, { id: anna.id, is_suspended: 'ja', ...otherFields }),
      );
      expect([status, code]).toEqual([400, 'request.invalid']);
    }
    expect((await app.db.select().from(accounts))[0]?.full_name).toBe('Anna Ek');
  });

  test('are suspended and edited in one request, or neither', async () => {
    const anna = await makeMember(app.db, { full_name: 'Anna Ek', phone_number: '1' });
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
    const loadAccount = async () => (await app.db.select().from(accounts))[0];
    expect(await loadAccount()).toMatchObject({
      full_name: 'Anna Ek',
      phone_number: '1',
      is_suspended: false,
    });
    expect(await auditEntriesOf(app.db)).toEqual([]);

    const expectedFields = { full_name: 'Ny', phone_number: '2', is_suspended: true };
    const { status, body } = await send(UPDATE, input);
    expect([status, body]).toEqual([200, expect.objectContaining(expectedFields)]);
    expect(await loadAccount()).toMatchObject(expectedFields);
    expect(outcomeOf(await call(secondApp, transport, 'marketplace.accounts.me', anna))).toEqual(
      UNAUTHORIZED,
    );
    // Already suspended, so only the edit is logged.
    await send(UPDATE, { ...input, full_name: 'Nyare' });
    expect((await auditEntriesOf(app.db)).toSorted()).toEqual([
      ['account.suspend', 'Ny'],
      ['account.update', 'Ny'],
      ['account.update', 'Nyare'],
    ]);
  });

  test.each([GET, UPDATE, DELETE])('return 404 from %s for an unknown or invalid id', async (name) => {
    for (const id of [UNKNOWN_ID, 'x']) {
      expect(outcomeOf(await send(name, { id, is_suspended: true }))).toEqual(NOT_FOUND);
      const edit = { id, full_name: 'A', phone_number: '1', email: 'a@example.se' };
      expect(outcomeOf(await send(name, edit))).toEqual(NOT_FOUND);
    }
  });
});

test.each([
  ['members', findAdminAccounts],
  ['ads', (reader: Reader) => findAdminAnnouncements(reader, '2027-03-01')],
])('the list of %s counts with joins, not with a subquery for each row', async (_, find) => {
  const { sql: statement, params } = find(app.db).toSQL();
  const [row] = await app.sql.unsafe(`explain (format json) ${statement}`, params as never[]);
  expect(tablesOfSubplans(row?.['QUERY PLAN'][0].Plan)).toEqual([]);
});

type PlanNode = { 'Parent Relationship'?: string; 'Relation Name'?: string; Plans?: PlanNode[] };

function tablesOfSubplans(node: PlanNode, isWithin = false): string[] {
  const isInSubplan = isWithin || node['Parent Relationship'] === 'SubPlan';
  const table = isInSubplan ? (node['Relation Name'] ?? []) : [];
  return [table, ...(node.Plans ?? []).map((child) => tablesOfSubplans(child, isInSubplan))].flat();
}
