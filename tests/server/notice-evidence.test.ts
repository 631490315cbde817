import { beforeEach, describe, expect, test } from 'bun:test';
import * as schema from '#db/schema/index.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import { EVIDENCE_DAYS } from '#src/features/reports/rules.ts';
import { sweepEvidence } from '#src/features/reports/service.ts';
import { hashPassword } from '#src/platform/passwords/passwords.ts';
import { DAY_MS } from '#src/shared/dates.ts';
import { waitForLockWaits } from '#tests/support/accounts.ts';
import { backupsOf, type Document } from '#tests/support/backup.ts';
import { call } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeNotice } from '#tests/support/moderation.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const PASSWORD = 'Vasaloppet90';

let now: Date | undefined;
const hash = await hashPassword(PASSWORD);
const app = await appOfFile({ now: () => now ?? new Date() });
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  now = undefined;
  for (const table of [schema.notices, schema.accounts, schema.evidence, schema.deletedAccounts])
    await app.db.delete(table);
});

async function makeCase() {
  const seller = await makeMember(app.db, { full_name: 'Sven Säljare', password_hash: hash });
  const ad = await makeAnnouncement(app.db, { user_id: seller.id, description: 'Startled 3' });
  const notice = await makeNotice(app.db, {
    announcement_id: ad.id,
    url: `/marketplace/annons/${ad.order_number}`,
  });
  return { seller, ad, notice };
}
type Case = Awaited<ReturnType<typeof makeCase>>;

const listNotices = async (transport: (typeof TRANSPORTS)[number] = 'rest') =>
  (await call<AdminNotice[]>(app, transport, 'admin.notices.list', admin)).body;
const storedEvidence = () => app.db.select().from(schema.evidence);
const act = async (name: string, caller: { headers?: Record<string, string> }, input: object) =>
  expect((await call(app, 'rest', name, caller, { ...input })).status).toBe(200);

const DELETIONS: Record<string, (_: Case) => Promise<unknown>> = {
  'the owner deletes the ad': ({ seller, ad }) =>
    act('marketplace.announcements.delete', seller, { id: ad.id }),
  'an admin deletes the ad': ({ ad }) => act('admin.announcements.delete', admin, { id: ad.id }),
  'the owner deletes their account': ({ seller }) =>
    act('marketplace.privacy.deleteAccount', seller, { password: PASSWORD }),
  'an admin deletes the account': ({ seller }) => act('admin.accounts.delete', admin, { id: seller.id }),
  'a statement of SQL deletes the account': ({ seller }) =>
    app.sql`delete from marketplace_users where id = ${seller.id}`,
};

describe.each(Object.entries(DELETIONS))('when %s', (_, runDeletion) => {
  test('admins still see what the ad of a notice said', async () => {
    const parts = await makeCase();
    const [before] = await listNotices();
    expect(before).toMatchObject({
      announcement: {
        event_name: expect.stringMatching(/^Lopp /),
        distance: parts.ad.distance,
        announcement_type: parts.ad.announcement_type,
        price: parts.ad.price,
        description: 'Startled 3',
        user_name: 'Sven Säljare',
        is_active: true,
      },
      kept_until: null,
    });
    await runDeletion(parts);
    for (const transport of TRANSPORTS)
      expect(await listNotices(transport)).toEqual([
        {
          ...before,
          announcement_id: null,
          announcement: { ...before?.announcement, is_active: false },
          kept_until: expect.any(String),
        } as AdminNotice,
      ]);
  });
});

test('nothing is kept of an ad without a notice, and nothing of it is among the reports', async () => {
  const { seller } = await makeCase();
  const other = await makeAnnouncement(app.db, { user_id: seller.id });
  await act('marketplace.announcements.delete', seller, { id: other.id });
  expect(await storedEvidence()).toEqual([]);
  await act('admin.accounts.delete', admin, { id: seller.id });
  expect(await storedEvidence()).toHaveLength(1);
  expect((await call(app, 'rest', 'admin.reports.list', admin)).body).toEqual([]);
});

test('what the ad said is erased 180 days after the deletion', async () => {
  const { ad } = await makeCase();
  await act('admin.announcements.delete', admin, { id: ad.id });
  const deletedAt = Date.parse((await storedEvidence())[0]?.created_at ?? '');
  const end = deletedAt + EVIDENCE_DAYS * DAY_MS;
  expect(await listNotices()).toMatchObject([{ kept_until: new Date(end).toISOString() }]);
  now = new Date(end);
  await sweepEvidence(app.context);
  expect(await storedEvidence()).toHaveLength(1);
  now = new Date(end + 1);
  await sweepEvidence(app.context);
  expect(await listNotices()).toMatchObject([{ announcement: null, kept_until: null }]);
});

test('an import of a backup keeps no ads, and neither touches nor restores what is kept', async () => {
  const { ad } = await makeCase();
  const backups = backupsOf(app, admin.headers);
  const older = JSON.parse(await backups.export()) as Document;
  await backups.import(older);
  expect(await storedEvidence()).toEqual([]);
  await act('admin.announcements.delete', admin, { id: ad.id });
  const kept = await storedEvidence();
  expect(kept).toHaveLength(1);
  const newer = JSON.parse(await backups.export()) as Document;
  await backups.import(older);
  expect(await storedEvidence()).toEqual(kept);
  expect(await listNotices()).toMatchObject([{ announcement: { is_active: true }, kept_until: null }]);
  await backups.import(newer);
  expect(await listNotices()).toMatchObject([{ announcement: { description: 'Startled 3' } }]);
  await app.db.delete(schema.evidence);
  await backups.import(newer);
  expect(await listNotices()).toMatchObject([{ announcement: null }]);
});

test('keeps the ad of a notice that is sent while the account is being deleted', async () => {
  const { seller, ad } = await makeCase();
  let deleting: Promise<unknown> | undefined;
  await app.sql.begin(async (tx) => {
    await tx`select from announcements where id = ${ad.id} for key share`;
    await tx`insert into notices (id, url, announcement_id, explanation, name, email, good_faith)
      values (${Bun.randomUUIDv7()}, 'x', ${ad.id}, 'x', 'x', 'x', true)`;
    deleting = Promise.resolve(app.sql`delete from marketplace_users where id = ${seller.id}`);
    await waitForLockWaits(app, 1);
  });
  await deleting;
  expect(await storedEvidence()).toHaveLength(2);
});
