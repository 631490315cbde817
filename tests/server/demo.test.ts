import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  accounts,
  announcements,
  banners,
  contactInfo,
  contactMessages,
  events,
  evidence,
  marketplaceSettings,
  messages,
  notices,
  outbox,
  reports,
  submissions,
} from '#db/schema/index.ts';
import type { AdminAccount } from '#src/features/accounts/admin/contract.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import type { ConversationSummary } from '#src/features/conversations/contract.ts';
import { demoEvents } from '#src/features/demo/data/events.ts';
import { findDemoMembers, loadDemo } from '#src/features/demo/service.ts';
import { isUpcoming, showsStamp } from '#src/features/events/rules.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import type { AdminReport } from '#src/features/reports/admin/contract.ts';
import type { AdminSubmission } from '#src/features/submissions/contract.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { login, tokenOf } from '#tests/support/accounts.ts';
import { testApp } from '#tests/support/app.ts';
import { backupsOf, contentOf } from '#tests/support/backup.ts';
import { makeAccount, makeAdmin, makeEvent, makeMember } from '#tests/support/content.ts';

const TABLES = [
  events,
  accounts,
  submissions,
  contactMessages,
  banners,
  contactInfo,
  marketplaceSettings,
  outbox,
  notices,
  // Written when the accounts are deleted.
  evidence,
];

let now = new Date('2026-11-21T12:00:00Z');
const app = await testApp({ now: () => now });
afterAll(() => app.stop());
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  for (const table of TABLES) {
    await app.context.database.db.delete(table);
  }
});

const loadEvents = () => app.context.database.db.select().from(events).orderBy(events.event_date);

describe('demonstration data', () => {
  test('has members who watch races and the market, and queues no news for them', async () => {
    await loadDemo(app.context);
    const kinds = await app.sql`select kind, count(*)::int as count from watches group by kind order by kind`;
    expect(kinds.map(({ kind, count }) => [kind, count])).toEqual([
      ['event', 2],
      ['market_sale', 3],
      ['market_wanted', 1],
      ['series', 1],
    ]);
    expect(await app.sql`select from watch_changes`).toHaveLength(0);
  });

  test('fills an empty calendar with 58 located events, banners, contact info and an info box', async () => {
    expect((await loadDemo(app.context)).events).toBe(58);
    const rows = await loadEvents();
    expect(rows).toHaveLength(58);
    expect(rows.filter((row) => row.latitude === null).map((row) => row.event_name)).toEqual([]);
    const publicBanners = await app.api<{ file_url: string }[]>('GET /banners');
    expect(publicBanners.body).toHaveLength(3);
    for (const { file_url } of publicBanners.body) {
      expect(await Bun.file(`client/public${file_url}`).exists()).toBe(true);
    }
    expect((await app.api<{ email: string }>('GET /contact/info')).body.email).toContain('@');
    expect((await app.api('GET /marketplace/settings')).body).toMatchObject({
      info_box_warning: expect.stringContaining('MrKoll'),
    });
  });

  test('changes nothing in a calendar with an event', async () => {
    await makeEvent(app.context.database.db);
    expect(await loadDemo(app.context)).toEqual({ events: 0 });
    expect(await loadEvents()).toHaveLength(1);
    expect((await app.api('GET /banners')).body).toEqual([]);
  });

  test('is skipped at once for a calendar with events, even while a transaction writes events', async () => {
    await makeEvent(app.context.database.db);
    const eventWritten = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const transaction = app.context.database.db.transaction(async (tx) => {
      await makeEvent(tx);
      eventWritten.resolve();
      await commit.promise;
    });
    await eventWritten.promise;
    expect(await Promise.race([loadDemo(app.context), Bun.sleep(3000).then(() => 'waits')])).toEqual({
      events: 0,
    });
    commit.resolve();
    await transaction;
  });

  test('keeps existing contact info and banners', async () => {
    const { db } = app.context.database;
    await db.insert(contactInfo).values({ company_name: 'Vi' });
    await db
      .insert(banners)
      .values({ title: 'Vår', file_type: 'image', file_url: '/x.webp', order_index: 0 });
    expect((await loadDemo(app.context)).events).toBe(58);
    expect((await app.api('GET /contact/info')).body).toMatchObject({ company_name: 'Vi', email: null });
    expect((await app.api('GET /banners')).body).toHaveLength(1);
  });

  test('is loaded once when several instances start together', async () => {
    const loaded = await Promise.all([loadDemo(app.context), loadDemo(app.context), loadDemo(app.context)]);
    expect(loaded.map((one) => one.events).sort()).toEqual([0, 0, 58]);
    expect(await loadEvents()).toHaveLength(58);
    const { members } = loaded.find((one) => one.members) ?? {};
    expect(await app.context.database.db.select().from(accounts)).toHaveLength(8);
    expect((await Bun.file(members?.file ?? '').text()).trim()).toBe(members?.password ?? '');
    expect((await login(app, 'anna.exempel', members?.password)).status).toBe(200);
  });

  for (const day of ['2025-02-01', '2026-11-21', '2027-04-17', '2027-10-01', '2031-06-30']) {
    test(`on ${day} is mostly upcoming, keeps its weekdays and shows a stamp of each colour`, () => {
      now = new Date(`${day}T12:00:00Z`);
      const shiftedEvents = demoEvents(now);
      expect(
        shiftedEvents.filter((event) => isUpcoming(event, dayInStockholm(now))).length,
      ).toBeGreaterThanOrEqual(42);
      const vasaloppet = shiftedEvents.find((event) => event.event_name === 'Vasaloppet');
      expect(new Date(vasaloppet?.event_date ?? '').getUTCDay()).toBe(0);
      const stampedEvents = shiftedEvents.filter((event) => showsStamp(event, now));
      expect(new Set(stampedEvents.map((event) => event.banner_color)).size).toBe(6);
    });
  }

  for (const day of ['2026-11-25', '2027-04-17', '2027-04-18', '2028-04-15', '2031-06-30']) {
    test(`on ${day} has a race with two past editions with results and an upcoming one`, async () => {
      now = new Date(`${day}T12:00:00Z`);
      await loadDemo(app.context);
      const [race] = (await loadEvents()).filter((event) => event.event_name === 'Dalsland XC');
      const editions = (await loadEvents()).filter((event) => event.series_id === race?.series_id);
      expect(
        editions.map((event) => [isUpcoming(event, day), event.result_link?.includes('/resultat/') ?? false]),
      ).toEqual([
        [false, true],
        [false, true],
        [true, false],
      ]);
      expect(new Set(editions.map(({ edition }) => edition)).size).toBe(3);
    });
  }

  test('has date ranges, and the year in a name follows the date', () => {
    const shiftedEvents = demoEvents(new Date('2027-12-01T12:00:00Z'));
    const findByName = (name: string) => shiftedEvents.find((event) => event.event_name === name);
    expect(findByName('Vansbrosimningen')).toMatchObject({
      event_date: '2028-07-07',
      event_end_date: '2028-07-09',
    });
    expect(findByName('Vätternrundan 2027')).toMatchObject({
      event_date: '2027-06-11',
      event_end_date: '2027-06-12',
    });
  });
});

type Row = Record<string, unknown>;
const rowsOf = async (table: string) => [...(await app.sql.unsafe(`select * from ${table}`))] as Row[];
/** Returns the password of the demonstration members. */
const loadDemoData = async () => (await loadDemo(app.context)).members?.password ?? '';

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
    await app.context.database.db.delete(accounts);
    expect(await findDemoMembers(app.context)).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  test('are not added to a calendar with an account', async () => {
    await makeAccount(app.context.database.db);
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
    const { headers } = await makeAdmin(app.context.database.db);
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
    const { headers } = await makeAdmin(app.context.database.db);
    const { body } = await app.api<AdminSubmission[]>('GET /admin/events/submissions', { headers });
    expect(new Set(body.map(({ status }) => status))).toEqual(new Set(['pending', 'approved', 'rejected']));
    expect(body.filter(({ duplicates }) => duplicates.length > 0)).toHaveLength(1);
    expect(new Set((await rowsOf('contact_messages')).map((row) => row.is_read))).toEqual(
      new Set([true, false]),
    );
  });

  for (const day of ['2025-02-01', '2026-11-21', '2027-04-17', '2027-10-01', '2031-06-30']) {
    test(`on ${day} sell start places of upcoming events, and have done nothing in the future`, async () => {
      now = new Date(`${day}T00:10:00+02:00`);
      await loadDemoData();
      const today = dayInStockholm(now);
      const ads = await app.sql<{ event_date: string; fits: boolean }[]>`
        select to_char(e.event_date, 'YYYY-MM-DD') as event_date, a.distance = any(e.distances) as fits
        from announcements a join events e on e.id = a.event_id`;
      expect(ads).toHaveLength(19);
      expect(ads.filter(({ event_date, fits }) => event_date < today || !fits)).toEqual([]);
      const proposals = await rowsOf('event_submissions');
      expect(proposals.filter((row) => (row.event_date as Date).toISOString() < today)).toEqual([]);
      const { db } = app.context.database;
      const instants = [
        ...(await db.select().from(accounts)).flatMap((row) => [row.created_at, row.last_login]),
        ...(await db.select().from(announcements)).map((row) => row.created_at),
        ...(await db.select().from(messages)).flatMap((row) => [row.created_at, row.read_at]),
        ...(await db.select().from(reports)).map((row) => row.created_at),
        ...(await db.select().from(submissions)).flatMap((row) => [row.submitted_at, row.reviewed_at]),
        ...(await db.select().from(contactMessages)).map((row) => row.created_at),
      ];
      expect(instants.filter((instant) => instant !== null && instant > now.toISOString())).toEqual([]);
    });
  }

  test('and all their data are removed by the statements in docs/operations.md', async () => {
    await loadDemoData();
    const { db } = app.context.database;
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
    const { headers } = await makeAdmin(app.context.database.db, { username: 'boss' });
    const backups = backupsOf(app, headers);
    const exportedBackup = await backups.export();
    expect(exportedBackup).toContain('anna.exempel@demo.example');
    const { body } = await backups.import(exportedBackup);
    expect(Object.values(body.collections).filter(({ status }) => status === 'error')).toEqual([]);
    expect(contentOf(await backups.export()) === contentOf(exportedBackup)).toBe(true);
  });
});

describe('mail to demonstration people is never queued', () => {
  const queuedKinds = async () => (await rowsOf('outbox')).map((row) => row.kind);

  test('when a visitor writes to each of them', async () => {
    await loadDemoData();
    const visitor = await makeMember(app.context.database.db);
    const { body: ads } = await app.api<PublicAnnouncement[]>('GET /marketplace/announcements');
    for (const { id, reserved } of ads) {
      const { status } = await app.api('POST /marketplace/messages', {
        headers: visitor.headers,
        body: { announcement_id: id, message_text: 'Hej!' },
      });
      expect(status).toBe(reserved ? 409 : 200);
    }
    expect(await queuedKinds()).toEqual([]);
  });

  test('when they log in, or somebody asks for a link or registers with their address', async () => {
    const password = await loadDemoData();
    const email = 'anna.exempel@demo.example';
    expect((await login(app, email, password)).status).toBe(200);
    for (const path of ['forgot-password', 'resend-verification', 'my-data-link'])
      expect((await app.api(`POST /marketplace/${path}`, { body: { email } })).status).toBe(200);
    const form = {
      full_name: 'Anna Exempel',
      phone_number: '070-174 06 06',
      password: 'Loppet2027',
      confirm_password: 'Loppet2027',
    };
    for (const address of [email, 'NY.EXEMPEL@demo.example'])
      expect(
        (await app.api('POST /marketplace/register', { body: { ...form, email: address } })).status,
      ).toBe(200);
    expect(await queuedKinds()).toEqual([]);
  });

  test('when somebody proposes an event with their address', async () => {
    const body = {
      event_name: 'Siljansloppet',
      event_date: '2027-06-12',
      sport_type: 'Löpning',
      distances: '10 km',
      submitter_name: 'Anna Exempel',
      submitter_email: 'Anna.Exempel@demo.example',
    };
    expect((await app.api('POST /events/submit', { body })).status).toBe(200);
    expect(await queuedKinds()).toEqual([]);
  });

  test('when an admin suspends and reopens them, or reviews their proposals', async () => {
    await loadDemoData();
    const { headers } = await makeAdmin(app.context.database.db);
    const { body: members } = await app.api<AdminAccount[]>('GET /admin/marketplace/users', { headers });
    for (const { id, is_suspended } of members)
      for (const isSuspended of [!is_suspended, is_suspended])
        await app.api(`PUT /admin/marketplace/users/${id}`, { headers, body: { is_suspended: isSuspended } });
    const { body: proposals } = await app.api<AdminSubmission[]>('GET /admin/events/submissions', {
      headers,
    });
    for (const { id } of proposals.filter(({ status }) => status === 'pending')) {
      const path = `PUT /admin/events/submissions/${id}/review`;
      expect((await app.api(path, { headers, body: { status: 'approved' } })).status).toBe(200);
    }
    expect(await queuedKinds()).toEqual([]);
  });

  test('when they write to a member: only the member gets a mail', async () => {
    const password = await loadDemoData();
    const { db } = app.context.database;
    const visitor = await makeMember(db);
    const { body: ads } = await app.api<PublicAnnouncement[]>('GET /marketplace/announcements');
    const ad = ads.find(({ user_name }) => user_name === 'Anna Exempel');
    await app.api('POST /marketplace/messages', {
      headers: visitor.headers,
      body: { announcement_id: ad?.id, message_text: 'Hej!' },
    });
    const token = await tokenOf(app, 'anna.exempel', password);
    await app.api(`POST /marketplace/conversations/${ad?.id}/${visitor.id}/reply`, {
      headers: { authorization: `Bearer ${token}` },
      body: { message_text: 'Hej!' },
    });
    expect(await queuedKinds()).toEqual(['conversation.message']);
  });
});
