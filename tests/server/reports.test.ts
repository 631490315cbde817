import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { accounts, announcements, reports } from '#db/schema/index.ts';
import { REPORT_REASONS, type StoredReport } from '#src/features/reports/contract.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAccount, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'trpc';

const CREATE_REPORT = 'marketplace.reports.create';
const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';
const AD_NOT_FOUND = [404, 'announcement.not_found', 'Annonsen finns inte.'];

const app = await appOfFile({ now: () => new Date('2027-03-01T08:00:00Z') });
beforeEach(async () => {
  await app.db.delete(reports);
  await app.db.delete(accounts);
});

const loadReports = () => app.db.select().from(reports);

describe('reports', () => {
  const setUp = async () => {
    const anna = await makeMember(app.db, { full_name: 'Anna Ek', email: 'anna.ek@example.se' });
    const bo = await makeAccount(app.db, { full_name: 'Bo Ask' });
    const input = { reported_user_id: bo.id, reason: 'fraud', description: ' Betalt, ingen plats. ' };
    const report = (change: object = {}) =>
      call<StoredReport>(
        app,
        transport,
        CREATE_REPORT,
        { headers: { ...anna.headers, ...newCaller() } },
        { ...input, ...change },
      );
    return { anna, bo, report };
  };

  test('are stored as new with the name and address of the reporter, and returned without them', async () => {
    const { anna, bo, report } = await setUp();
    const ad = await makeAnnouncement(app.db, { user_id: bo.id });
    const { status, body } = await report({
      related_announcement_id: ad.id,
      status: 'handled',
      reporter_name: 'Någon annan',
      reporter_id: bo.id,
    });
    expect(status).toBe(200);
    const expectedReport = {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      reported_user_id: bo.id,
      related_announcement_id: ad.id,
      reason: 'fraud' as const,
      description: 'Betalt, ingen plats.',
      status: 'new' as const,
      created_at: '2027-03-01T08:00:00.000Z',
    };
    expect(body).toEqual(expectedReport);
    await app.db.update(accounts).set({ full_name: 'Anna Ny' }).where(eq(accounts.id, anna.id));
    expect(await loadReports()).toEqual([
      {
        ...expectedReport,
        reporter_id: anna.id,
        reporter_name: 'Anna Ek',
        reporter_email: 'anna.ek@example.se',
      },
    ]);
  });

  test('need no related ad', async () => {
    const { report } = await setUp();
    for (const inputWithoutAd of [{}, { related_announcement_id: null }]) {
      expect((await report(inputWithoutAd)).body).toMatchObject({ related_announcement_id: null });
    }
  });

  test('accept each of the six reasons', async () => {
    const { report } = await setUp();
    const reasons = ['fraud', 'fake_listing', 'harassment', 'spam', 'inappropriate', 'other'];
    expect([...REPORT_REASONS]).toEqual(reasons as never);
    for (const reason of reasons) expect((await report({ reason })).body).toMatchObject({ reason });
  });

  test('require a reason and a description, checked in that order', async () => {
    const { report } = await setUp();
    for (const reason of [undefined, null, '', 'boring']) {
      expect(outcomeOf(await report({ reason, description: '' }))).toEqual([
        400,
        'report.reason',
        'Välj en anledning för rapportering',
      ]);
    }
    for (const description of [undefined, null, '', '   ', 7]) {
      expect(outcomeOf(await report({ description }))).toEqual([
        400,
        'report.description',
        'Beskriv vad som hänt',
      ]);
    }
    expect(outcomeOf(await report({ description: 'x'.repeat(5001) }))).toEqual([
      400,
      'request.too_long',
      'En text är för lång.',
    ]);
    expect(await loadReports()).toEqual([]);
  });

  test('about an unknown member get 404, and about oneself 400', async () => {
    const { anna, report } = await setUp();
    for (const reported_user_id of [UNKNOWN_ID, 'x', undefined]) {
      expect(outcomeOf(await report({ reported_user_id }))).toEqual([
        404,
        'account.not_found',
        'Användaren finns inte.',
      ]);
    }
    expect(outcomeOf(await report({ reported_user_id: anna.id }))).toEqual([
      400,
      'report.self',
      'Du kan inte rapportera dig själv.',
    ]);
    expect(await loadReports()).toEqual([]);
  });

  test('reject a related ad unless it belongs to the reported member, or that member wrote to the reporter about it', async () => {
    const { anna, bo, report } = await setUp();
    const cia = await makeMember(app.db);
    const adOfCia = await makeAnnouncement(app.db, { user_id: cia.id });
    const adOfAnna = await makeAnnouncement(app.db, { user_id: anna.id });
    for (const related_announcement_id of [UNKNOWN_ID, 'x', adOfCia.id, adOfAnna.id]) {
      expect(outcomeOf(await report({ related_announcement_id }))).toEqual(AD_NOT_FOUND);
    }
    expect(await loadReports()).toEqual([]);
    const sendMessageAbout = (ad: string, sender: { headers: Record<string, string> }) =>
      call(app, transport, 'marketplace.conversations.send', sender, {
        announcement_id: ad,
        message_text: 'Hej',
      });
    await sendMessageAbout(adOfAnna.id, cia);
    expect(outcomeOf(await report({ related_announcement_id: adOfAnna.id }))).toEqual(AD_NOT_FOUND);
    expect((await report({ related_announcement_id: adOfAnna.id, reported_user_id: cia.id })).status).toBe(
      200,
    );
    const closedAd = await makeAnnouncement(app.db, { user_id: bo.id, is_active: false, is_completed: true });
    expect((await report({ related_announcement_id: closedAd.id })).status).toBe(200);
  });

  test('stay when their ad is deleted', async () => {
    const { bo, report } = await setUp();
    const ad = await makeAnnouncement(app.db, { user_id: bo.id });
    await report({ related_announcement_id: ad.id });
    await app.db.delete(announcements);
    expect(await loadReports()).toMatchObject([{ related_announcement_id: null, reported_user_id: bo.id }]);
  });

  test('require a login', async () => {
    const { bo } = await setUp();
    const input = { reported_user_id: bo.id, reason: 'spam', description: 'x' };
    const response = await call(app, transport, CREATE_REPORT, { headers: newCaller() }, input);
    expect(outcomeOf(response)).toEqual([401, 'request.unauthorized', 'Du måste vara inloggad']);
    expect(await loadReports()).toEqual([]);
  });
});

test('ten reports an hour are accepted from one address, over both transports and from all members, failed ones included', async () => {
  const [anna, cia] = [await makeMember(app.db), await makeMember(app.db)];
  const address = newCaller();
  const report = (i: number, description = 'x') =>
    call(
      app,
      TRANSPORTS[i % 2] ?? 'rest',
      CREATE_REPORT,
      { headers: { ...(i % 3 === 0 ? cia : anna).headers, ...address } },
      { reported_user_id: bo.id, reason: 'spam', description },
    );
  const bo = await makeAccount(app.db);
  const statuses: number[] = [];
  for (let i = 0; i < 10; i++) statuses.push((await report(i, i < 3 ? '' : 'x')).status);
  expect(statuses).toEqual([...Array(3).fill(400), ...Array(7).fill(200)]);
  for (const i of [10, 11]) {
    const response = await report(i);
    expect(outcomeOf(response)).toEqual([
      429,
      'request.too_many',
      'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
    ]);
    expect(Number(response.headers.get('retry-after'))).toBeWithin(3500, 3601);
  }
  expect(await loadReports()).toHaveLength(7);
});
