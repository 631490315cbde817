import { beforeEach, describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { MyData } from '#src/features/privacy/contract.ts';
import type { AdminReport, AdminReportDetail } from '#src/features/reports/admin/contract.ts';
import { EVIDENCE_DAYS } from '#src/features/reports/rules.ts';
import { sweepEvidence } from '#src/features/reports/service.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { newDataLinkToken, waitForLockWaits } from '#tests/support/accounts.ts';
import { auditEntriesOf, makeReport } from '#tests/support/admin-market.ts';
import { backupsOf, type Document } from '#tests/support/backup.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { type Member, makeConversation } from '#tests/support/inbox.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const PASSWORD = 'Vasaloppet90';

let now: Date | undefined;
const hash = await hashPassword(PASSWORD);
const app = await appOfFile({ now: () => now ?? new Date() });
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  now = undefined;
  for (const table of [schema.accounts, schema.evidence, schema.auditLog, schema.deletedAccounts])
    await app.db.delete(table);
  await app.db.delete(schema.evidence);
});

const TEXTS = ['Är platsen kvar?', 'Ja. Swisha i dag.', 'Jag har betalat.'] as const;

async function makeCase({ reportsAd = true, isOwnerReported = true } = {}) {
  const [seller, buyer] = [
    await makeMember(app.db, { full_name: 'Sven Säljare', email: 'sven@example.se', password_hash: hash }),
    await makeMember(app.db, { full_name: 'Karin Köpare', email: 'karin@example.se', password_hash: hash }),
  ];
  const { announcement: ad } = await makeConversation(app.db, {
    owner: seller,
    participant: buyer,
    description: 'Startled 3',
    written: [
      { by: buyer, text: TEXTS[0], at: '2027-01-10T08:00:00Z' },
      { by: seller, text: TEXTS[1], at: '2027-01-10T09:00:00Z' },
      { by: buyer, text: TEXTS[2], at: '2027-01-10T10:00:00Z' },
    ],
  });
  const [reporter, reported] = isOwnerReported ? [buyer, seller] : [seller, buyer];
  const report = await makeReport(app.db, {
    by: reporter,
    about: reported,
    related_announcement_id: reportsAd ? ad.id : null,
  });
  return { seller, buyer, ad, report, reporter, reported };
}
type Case = Awaited<ReturnType<typeof makeCase>>;

const storedEvidence = () => app.db.select().from(schema.evidence);
const readReport = async (id: string) =>
  (await call<AdminReportDetail>(app, 'rest', 'admin.reports.get', admin, { id })).body;
const without = ({
  messages: _,
  reported_user: __,
  related_announcement: ___,
  ...facts
}: AdminReportDetail) => facts;
const textsOf = ({ messages }: AdminReportDetail) => messages.map(({ message_text }) => message_text);

async function expectOk(name: string, caller: { headers?: Record<string, string> }, input: object) {
  const { status, body } = await call(app, 'rest', name, caller, { ...input });
  expect([name, status, body]).toEqual([name, 200, body]);
}
const deleteOwnAccount = (member: Member) =>
  expectOk('marketplace.privacy.deleteAccount', member, { password: PASSWORD });
const deleteAccountByAdmin = ({ id }: Member) => expectOk('admin.accounts.delete', admin, { id });

const DELETIONS: Record<string, (_: Case) => Promise<void>> = {
  'the owner deletes the ad': ({ seller, ad }) =>
    expectOk('marketplace.announcements.delete', seller, { id: ad.id }),
  'an admin deletes the ad': ({ ad }) => expectOk('admin.announcements.delete', admin, { id: ad.id }),
  'the owner deletes the ad, and then the reported member their account': async ({
    seller,
    ad,
    reported,
  }) => {
    await expectOk('marketplace.announcements.delete', seller, { id: ad.id });
    await deleteOwnAccount(reported);
  },
  'the reported member deletes their account': ({ reported }) => deleteOwnAccount(reported),
  'an admin deletes the account': ({ reported }) => deleteAccountByAdmin(reported),
  'the suspended member deletes their account by link': async ({ reported }) => {
    await app.db.update(schema.accounts).set({ is_suspended: true });
    const token = await newDataLinkToken(app, reported.email);
    await expectOk('marketplace.privacy.deleteByLink', { headers: newCaller() }, { token });
  },
};

describe.each(Object.entries(DELETIONS))('when %s', (_, runDeletion) => {
  test.each([
    ['a report about the ad of the reported member', {}],
    ['a report without an ad', { reportsAd: false }],
    ['a report by the owner of the ad', { isOwnerReported: false }],
  ])('%s keeps its place, its facts and the whole conversation', async (_, options) => {
    const parts = await makeCase(options);
    const { report, ad, reporter, reported } = parts;
    const before = await readReport(report.id);
    expect([textsOf(before), before.kept_until]).toEqual([[...TEXTS], null]);
    await runDeletion(parts);
    for (const transport of TRANSPORTS) {
      const { body } = await call<AdminReport[]>(app, transport, 'admin.reports.list', admin);
      expect(body).toHaveLength(1);
      expect(body[0]).toMatchObject({
        ...without(before),
        reported_user: { full_name: reported.full_name },
        related_announcement: before.related_announcement && {
          order_number: ad.order_number,
          event_name: 'Vasaloppet',
        },
        kept_until: expect.any(String),
        kept_facts: {
          reported_email: reported.email,
          announcement: before.related_announcement && {
            distance: ad.distance,
            price: ad.price,
            description: ad.description,
          },
        },
      });
    }
    const after = await readReport(report.id);
    expect(after.messages).toEqual(before.messages);
    expect(after).toMatchObject({ reporter_name: reporter.full_name, reporter_email: reporter.email });
  });
});

test('the evidence of a report contains nothing about its reporter once their account is deleted', async () => {
  for (const deleteReporter of [deleteOwnAccount, deleteAccountByAdmin])
    for (const isOwnerReported of [true, false])
      for (const isReportedGone of [true, false]) {
        for (const table of [schema.accounts, schema.evidence]) await app.db.delete(table);
        const { reporter, reported, report } = await makeCase({ isOwnerReported });
        if (isReportedGone) await deleteOwnAccount(reported);
        await deleteReporter(reporter);
        const stored = JSON.stringify(await storedEvidence());
        for (const trace of [
          reporter.id,
          reporter.full_name,
          reporter.email,
          ...(isOwnerReported ? [TEXTS[2]] : [TEXTS[1]]),
        ])
          expect(stored).not.toContain(trace);
        const detail = await readReport(report.id);
        expect(detail).toMatchObject({ reporter_name: 'Borttagen användare', reporter_email: null });
        expect(textsOf(detail)).toEqual(isOwnerReported ? [TEXTS[1]] : [TEXTS[0], TEXTS[2]]);
      }
});

test('reporters download their own reports about deleted members, without the name and the messages', async () => {
  for (const transport of TRANSPORTS)
    for (const options of [{ reportsAd: true }, { reportsAd: false }]) {
      for (const table of [schema.accounts, schema.evidence]) await app.db.delete(table);
      const { reporter, reported, ad } = await makeCase(options);
      await makeReport(app.db, { by: await makeMember(app.db), about: reported });
      const download = async () =>
        (await call<MyData>(app, transport, 'marketplace.privacy.myData', reporter)).body.reports_made;
      const before = await download();
      expect(before).toHaveLength(1);
      // The evidence of the ad and the report itself are one report.
      if (!options.reportsAd) await expectOk('admin.announcements.delete', admin, { id: ad.id });
      expect(await download()).toEqual(before);
      await deleteAccountByAdmin(reported);
      expect(await download()).toEqual([
        { ...before[0], reported_user_name: 'Borttagen användare' } as never,
      ]);
    }
});

test.each([
  ['the ad', 'announcements', 'admin.accounts.delete'],
  ['the account', 'marketplace_users', 'admin.announcements.delete'],
])(
  'a reporter whose account is deleted at the same time as the reported ad, %s first, leaves nothing',
  async (_, table, deletion) => {
    const [owner, reporter] = [
      await makeMember(app.db),
      await makeMember(app.db, { full_name: 'Rut Rapport' }),
    ];
    const ad = await makeAnnouncement(app.db, { user_id: owner.id });
    const report = await makeReport(app.db, { by: reporter, about: owner, related_announcement_id: ad.id });
    const [first, second] = table === 'announcements' ? [ad, reporter] : [reporter, ad];
    let deleting: Promise<{ status: number }> | undefined;
    await app.sql.begin(async (tx) => {
      await tx`delete from ${tx(table)} where id = ${first.id}`;
      deleting = call(app, 'rest', deletion, admin, { id: second.id });
      await waitForLockWaits(app, 1);
    });
    expect((await deleting)?.status).toBe(200);
    const stored = await storedEvidence();
    expect(stored).toMatchObject([
      { report_id: report.id, content: { reporter_name: 'Borttagen användare' } },
    ]);
    for (const trace of [reporter.id, reporter.full_name, reporter.email])
      expect(JSON.stringify(stored)).not.toContain(trace);
  },
);

test('a deletion of what nobody reported keeps no evidence', async () => {
  const { seller, buyer, ad } = await makeCase();
  await app.db.delete(schema.reports);
  await makeReport(app.db, { by: await makeMember(app.db), about: buyer });
  await expectOk('marketplace.announcements.delete', seller, { id: ad.id });
  await deleteOwnAccount(seller);
  expect(await storedEvidence()).toEqual([]);
});

test('a live report shows the conversation about its ad only', async () => {
  const { seller, buyer, report } = await makeCase();
  await makeConversation(app.db, {
    owner: seller,
    participant: buyer,
    written: [{ by: buyer, text: 'En annan annons', at: '2027-01-11T08:00:00Z' }],
  });
  expect(textsOf(await readReport(report.id))).toEqual([...TEXTS]);
});

test('evidence is erased 180 days after the deletion, and the report can be handled until then', async () => {
  const { reported, report } = await makeCase();
  await deleteOwnAccount(reported);
  const input = { id: report.id, status: 'handled' };
  const { body } = await call<AdminReport>(app, 'trpc', 'admin.reports.setStatus', admin, input);
  expect(body.status).toBe('handled');
  // The log is kept longer than evidence.
  expect(await auditEntriesOf(app.db)).toEqual([['report.handle', 'Bedrägeri: Borttagen användare']]);
  const deletedAt = Date.parse((await storedEvidence())[0]?.created_at ?? '');
  expect(body.kept_until).toBe(new Date(deletedAt + EVIDENCE_DAYS * DAY_MS).toISOString());
  now = new Date(deletedAt + EVIDENCE_DAYS * DAY_MS);
  await sweepEvidence(app.context);
  expect(await storedEvidence()).toHaveLength(1);
  now = new Date(deletedAt + EVIDENCE_DAYS * DAY_MS + 1);
  await sweepEvidence(app.context);
  expect(await storedEvidence()).toEqual([]);
  expect((await call(app, 'rest', 'admin.reports.get', admin, { id: report.id })).status).toBe(404);
});

test('an import of a backup makes no evidence, and neither touches nor restores what is kept', async () => {
  const { seller } = await makeCase();
  const backups = backupsOf(app, admin.headers);
  const older = JSON.parse(await backups.export()) as Document;
  expect(JSON.stringify(older)).not.toContain('"evidence"');
  const imported = await backups.import(older);
  expect(Object.values(imported.body.collections).filter(({ status }) => status !== 'success')).toEqual([]);
  expect(await storedEvidence()).toEqual([]);
  await deleteAccountByAdmin(seller);
  const kept = await storedEvidence();
  expect(kept).toHaveLength(1);
  await backups.import(older);
  expect(await storedEvidence()).toEqual(kept);
  await app.db.delete(schema.evidence);
  await backups.import(older);
  expect(await storedEvidence()).toEqual([]);
});

test('ads of two reported members and their accounts are deleted at the same time without a deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const { seller, buyer, ad } = await makeCase();
    await makeReport(app.db, { by: seller, about: buyer });
    const { announcement } = await makeConversation(app.db, {
      owner: buyer,
      participant: seller,
      written: [{ by: seller, text: 'Hej', at: '2027-01-11T08:00:00Z' }],
    });
    const responses = await Promise.all([
      call(app, 'rest', 'marketplace.announcements.delete', seller, { id: ad.id }),
      call(app, 'rest', 'marketplace.announcements.delete', buyer, { id: announcement.id }),
      call(app, 'rest', 'admin.accounts.delete', admin, { id: seller.id }),
      call(app, 'rest', 'admin.accounts.delete', admin, { id: buyer.id }),
    ]);
    for (const { status } of responses) expect([200, 401, 404]).toContain(status);
    await app.db.delete(schema.accounts);
  }
});
