import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accounts,
  announcements,
  contactMessages,
  messages,
  reports,
  submissions,
} from '#db/schema/index.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { ConversationSummary } from '#src/features/conversations/contract.ts';
import { findDemoMembers, loadDemo } from '#src/features/demo/service.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import type { AdminReport } from '#src/features/reports/admin/contract.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { login, tokenOf } from '#tests/support/accounts.ts';
import { backupsOf, contentOf } from '#tests/support/backup.ts';
import { makeAccount, makeAdmin } from '#tests/support/content.ts';
import { openDemoWorld } from '#tests/support/demo-world.ts';

const { app, loadDemoData, now, rowsOf, setNow } = await openDemoWorld();

describe('demonstration members', () => {
  test('share a random password in a file readable only by the server user, and log in with it', async () => {
    const { members } = await loadDemo(app.context);
    const { file = '', password = '' } = members ?? {};
    expect(password).toHaveLength(20);
    expect(await Bun.file(file).text()).toBe(`${password}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await login(app, members?.username ?? '', password)).status).toBe(200);
    expect((await login(app, 'bjorn.exempel@demo.example', password)).status).toBe(200);
  });

  test('are found with the path of the file after a restart, and the file is deleted once they are gone', async () => {
    const { members } = await loadDemo(app.context);
    const file = members?.file ?? '';
    expect(await findDemoMembers(app.context)).toEqual({ username: 'anna.exempel', file });
    await app.db.delete(accounts);
    expect(await findDemoMembers(app.context)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  test('are not added to a calendar with an account', async () => {
    await makeAccount(app.db);
    expect(await loadDemo(app.context)).toEqual({ events: 58 });
    expect(await rowsOf('marketplace_users')).toHaveLength(1);
    for (const table of ['announcements', 'event_submissions', 'contact_messages'])
      expect(await rowsOf(table)).toEqual([]);
  });

  test('and all other people have an address under demo.example and the last name Exempel', async () => {
    await loadDemoData();
    const emails = [
      ...(await rowsOf('marketplace_users')).map((row) => row.email),
      ...(await rowsOf('reports')).map((row) => row.reporter_email),
      ...(await rowsOf('notices')).map((row) => row.email),
      ...(await rowsOf('event_submissions')).map((row) => row.submitter_email),
      ...(await rowsOf('contact_messages')).map((row) => row.email),
    ];
    const names = [
      ...(await rowsOf('marketplace_users')).map((row) => row.full_name),
      ...(await rowsOf('notices')).map((row) => row.name),
      ...(await rowsOf('event_submissions')).map((row) => row.submitter_name),
      ...(await rowsOf('contact_messages')).map((row) => row.name),
    ];
    expect(emails.filter((email) => !/^[a-z]+\.exempel@demo\.example$/.test(String(email)))).toEqual([]);
    expect(names.filter((name) => !/^\p{Lu}\p{Ll}+ Exempel$/u.test(String(name)))).toEqual([]);
  });

  test('say in each description of an ad and in each report that it is an example', async () => {
    await loadDemoData();
    const texts = [...(await rowsOf('announcements')), ...(await rowsOf('reports'))].map(
      (row) => row.description as string | null,
    );
    expect(texts.filter((text) => text !== null && !text.startsWith('Exempel'))).toEqual([]);
  });

  test('show ads with and without fee and description, a completed, an inactive and a suspended one', async () => {
    const password = await loadDemoData();
    const { body: publicAds } = await app.api<PublicAnnouncement[]>('GET /marketplace/announcements');
    for (const type of ['sale', 'wanted'] as const) {
      const ads = publicAds.filter((ad) => ad.announcement_type === type);
      expect(new Set(ads.map((ad) => ad.description === null))).toEqual(new Set([true, false]));
    }
    expect(new Set(publicAds.map((ad) => ad.has_name_change_fee))).toEqual(new Set([true, false]));
    const hiddenAds = (await rowsOf('announcements')).filter(
      (row) => !publicAds.some((ad) => ad.id === row.id),
    );
    // Hidden by an admin; expired, closed or of a suspended member; completed.
    expect(new Set(hiddenAds.map((row) => `${row.is_active} ${row.is_completed}`))).toEqual(
      new Set(['false false', 'true false', 'true true']),
    );
    expect(new Set(publicAds.map((ad) => ad.transfer.state))).toEqual(
      new Set(['unknown', 'not_open', 'open']),
    );
    expect(publicAds.filter((ad) => ad.reserved)).toHaveLength(1);
    expect(publicAds.filter((ad) => ad.median_price !== null)).not.toHaveLength(0);
    expect(await login(app, 'gun.exempel', password)).toMatchObject({
      status: 401,
      body: { code: 'login.suspended' },
    });
    expect(await login(app, 'hugo.exempel@demo.example', password)).toMatchObject({
      status: 401,
      body: { code: 'login.unverified' },
    });
  });

  test('have a conversation of many messages, and unread ones', async () => {
    const token = await tokenOf(app, 'anna.exempel', await loadDemoData());
    const { body } = await app.api<ConversationSummary[]>('GET /marketplace/conversations', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(body.map((conversation) => conversation.unread_count)).toEqual([2, 1, 0, 0, 0]);
    const [{ most } = {}] = await app.sql<{ most: number }[]>`
      select max(count)::int as most from (select count(*) from messages group by conversation_id) counts`;
    expect(most).toBeGreaterThan(10);
  });

  test('have a case of each kind: an open notice, a decided one, an objection and a deleted report', async () => {
    await loadDemoData();
    const { headers } = await makeAdmin(app.db);
    const notices = await app.api<AdminNotice[]>('GET /admin/notices', { headers });
    expect(notices.body.map(({ decision }) => decision)).toEqual([null, 'kept']);
    const ads = await rowsOf('announcements');
    for (const { url, announcement_id } of notices.body)
      expect(url).toBe(
        `/marketplace/annons/${String(ads.find(({ id }) => id === announcement_id)?.order_number)}`,
      );
    const objections = await app.api<unknown[]>('GET /admin/objections', { headers });
    expect(objections.body).toHaveLength(1);
    const reports = await app.api<AdminReport[]>('GET /admin/marketplace/reports', { headers });
    const [kept, ...others] = reports.body.filter(({ kept_until }) => kept_until !== null);
    expect([kept?.reported_user.full_name, others]).toEqual(['Lars Exempel', []]);
  });

  test('are reported, with a report of each status', async () => {
    await loadDemoData();
    expect(new Set((await rowsOf('reports')).map((row) => row.status))).toEqual(new Set(['new', 'handled']));
  });

  test('come with proposals of each status, one of them for an event in the calendar, and contact messages', async () => {
    await loadDemoData();
    const { headers } = await makeAdmin(app.db);
    const { body } = await app.api<AdminSubmission[]>('GET /admin/events/submissions', { headers });
    expect(new Set(body.map(({ status }) => status))).toEqual(new Set(['pending', 'approved', 'rejected']));
    expect(body.filter(({ duplicates }) => duplicates.length > 0)).toHaveLength(1);
    expect(new Set((await rowsOf('contact_messages')).map((row) => row.is_read))).toEqual(
      new Set([true, false]),
    );
  });

  for (const day of ['2025-02-01', '2026-11-21', '2027-04-17', '2027-10-01', '2031-06-30']) {
    test(`on ${day} sell start places of upcoming events, and have done nothing in the future`, async () => {
      setNow(new Date(`${day}T00:10:00+02:00`));
      await loadDemoData();
      const today = dayInStockholm(now());
      const ads = await app.sql<{ event_date: string; fits: boolean }[]>`
        select to_char(e.event_date, 'YYYY-MM-DD') as event_date, a.distance = any(e.distances) as fits
        from announcements a join events e on e.id = a.event_id`;
      expect(ads).toHaveLength(19);
      expect(ads.filter(({ event_date, fits }) => event_date < today || !fits)).toEqual([]);
      const proposals = await rowsOf('event_submissions');
      expect(proposals.filter((row) => (row.event_date as Date).toISOString() < today)).toEqual([]);
      const { db } = app;
      const instants = [
        ...(await db.select().from(accounts)).flatMap((row) => [row.created_at, row.last_login]),
        ...(await db.select().from(announcements)).map((row) => row.created_at),
        ...(await db.select().from(messages)).flatMap((row) => [row.created_at, row.read_at]),
        ...(await db.select().from(reports)).map((row) => row.created_at),
        ...(await db.select().from(submissions)).flatMap((row) => [row.submitted_at, row.reviewed_at]),
        ...(await db.select().from(contactMessages)).map((row) => row.created_at),
      ];
      expect(instants.filter((instant) => instant !== null && instant > now().toISOString())).toEqual([]);
    });
  }

  test('and all their data are removed by the statements in docs/operations.md', async () => {
    await loadDemoData();
    const { db } = app;
    const { email } = await makeAccount(db);
    const page = await Bun.file(join(import.meta.dir, '../../docs/operations.md')).text();
    const [, statements = ''] = page.match(/```sql\n([^`]*demo\.example[^`]*)```/) ?? [];
    await app.sql.unsafe(statements);
    expect((await rowsOf('marketplace_users')).map((row) => row.email)).toEqual([email]);
    for (const table of [
      'announcements',
      'conversations',
      'reports',
      'evidence',
      'notices',
      'statements',
      'event_submissions',
      'contact_messages',
    ])
      expect(await rowsOf(table)).toEqual([]);
  });

  test('are in a backup and restored by its import', async () => {
    await loadDemoData();
    const { headers } = await makeAdmin(app.db, { username: 'boss' });
    const backups = backupsOf(app, headers);
    const exportedBackup = await backups.export();
    expect(exportedBackup).toContain('anna.exempel@demo.example');
    const { body } = await backups.import(exportedBackup);
    expect(Object.values(body.collections).filter(({ status }) => status === 'error')).toEqual([]);
    expect(contentOf(await backups.export()) === contentOf(exportedBackup)).toBe(true);
  });
});
