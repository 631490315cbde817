import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { accounts, announcements, auditLog, evidence, reports } from '#db/schema/index.ts';
import { AdminReport } from '#src/features/reports/admin/contract.ts';
import { auditEntriesOf, makeReport } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'trpc';

const LIST = 'admin.reports.list';
const SET_STATUS = 'admin.reports.setStatus';
const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';

const app = await appOfFile({ now: () => new Date('2027-01-15T08:00:00Z') });
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  // The deletion of reported accounts writes evidence.
  for (const table of [accounts, reports, evidence, auditLog]) await app.db.delete(table);
});

describe('reports for admins', () => {
  const send = <Body = AdminReport>(name: string, input?: Record<string, unknown>, caller: object = admin) =>
    call<Body>(app, transport, name, caller, input);

  const setUp = async () => {
    const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
    const bo = await makeMember(app.db, { full_name: 'Bo Ask' });
    return { anna, bo };
  };

  test('are listed newest first, with the people and the ad concerned', async () => {
    const { anna, bo } = await setUp();
    const ad = await makeAnnouncement(app.db, { user_id: bo.id });
    await makeReport(app.db, { by: anna, about: bo, reason: 'spam' });
    await call(
      app,
      transport,
      'marketplace.reports.create',
      { headers: { ...anna.headers, ...newCaller() } },
      { reported_user_id: bo.id, reason: 'fraud', description: 'Lurad', related_announcement_id: ad.id },
    );
    const { status, body } = await send<AdminReport[]>(LIST);
    expect(status).toBe(200);
    expect(v.parse(v.array(v.strictObject(AdminReport.entries)), body)).toEqual(body);
    expect(body).toEqual([
      {
        id: expect.any(String),
        reason: 'fraud',
        description: 'Lurad',
        status: 'new',
        reporter_name: 'Anna Ek',
        reporter_email: anna.email,
        reported_user: { id: bo.id, full_name: 'Bo Ask' },
        related_announcement: {
          id: ad.id,
          order_number: ad.order_number,
          event_name: expect.stringMatching(/^Lopp/),
        },
        created_at: '2027-01-15T08:00:00.000Z',
        kept_until: null,
        kept_facts: null,
      },
      expect.objectContaining({ reason: 'spam', related_announcement: null }),
    ]);
  });

  test('show a deleted reporter as deleted, and a deleted ad without its id', async () => {
    const { anna, bo } = await setUp();
    const ad = await makeAnnouncement(app.db, { user_id: bo.id });
    await makeReport(app.db, { by: anna, about: bo, related_announcement_id: ad.id });
    await app.db.delete(accounts).where(eq(accounts.id, anna.id));
    await app.db.delete(announcements);
    const { body } = await send<AdminReport[]>(LIST);
    expect(body[0]).toMatchObject({
      reporter_name: 'Borttagen användare',
      reporter_email: null,
      related_announcement: { id: null, order_number: ad.order_number },
    });
  });

  test('can be handled and reopened, and each change is logged once', async () => {
    const { anna, bo } = await setUp();
    const { id } = await makeReport(app.db, { by: anna, about: bo });
    for (const status of ['handled', 'handled', 'new', 'new'] as const) {
      const response = await send(SET_STATUS, { id, status });
      expect([response.status, response.body.status]).toEqual([200, status]);
      expect((await app.db.select().from(reports))[0]?.status).toBe(status);
    }
    expect(await auditEntriesOf(app.db)).toEqual([
      ['report.handle', 'Bedrägeri: Bo Ask'],
      ['report.reopen', 'Bedrägeri: Bo Ask'],
    ]);
  });

  test('reject an unknown report and an invalid status', async () => {
    const { anna, bo } = await setUp();
    const { id } = await makeReport(app.db, { by: anna, about: bo });
    for (const unknownId of [UNKNOWN_ID, 'x']) {
      expect(outcomeOf(await send(SET_STATUS, { id: unknownId, status: 'handled' }))).toEqual([
        404,
        'report.not_found',
        'Rapporten finns inte.',
      ]);
    }
    for (const status of ['open', '', undefined, null]) {
      const [responseStatus, errorCode] = outcomeOf(await send(SET_STATUS, { id, status }));
      expect([responseStatus, errorCode]).toEqual([400, 'request.invalid']);
    }
    expect((await app.db.select().from(reports))[0]?.status).toBe('new');
  });
});

test('of 20 concurrent requests to handle a report all succeed, and one audit entry is written', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const { id } = await makeReport(app.db, { by: anna, about: bo });
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      call(app, TRANSPORTS[i % 2] ?? 'rest', SET_STATUS, admin, { id, status: 'handled' }),
    ),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await auditEntriesOf(app.db)).toHaveLength(1);
});
