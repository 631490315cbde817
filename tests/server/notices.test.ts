import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import type { AdminNotice } from '#src/features/notices/contract.ts';
import { sweepNotices } from '#src/features/notices/service.ts';
import { composers } from '#src/mails.ts';
import { queuedMails } from '#tests/support/accounts.ts';
import { auditEntriesOf } from '#tests/support/admin-market.ts';
import { call, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { makeNotice } from '#tests/support/moderation.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, type TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'trpc';

const NOW = new Date('2027-01-15T12:00:00.000Z');
const CREATE = 'public.notices.create';
const DECIDE = 'admin.notices.decide';
const SITE = 'https://lopp.example';
const THANKS =
  'Tack för din anmälan! Vi har mejlat dig en bekräftelse och mejlar igen när vi har fattat ett beslut.';

const app = await appOfFile({ now: () => NOW, environment: { PUBLIC_URL: SITE } });
const admin = await makeAdmin(app.db);
beforeEach(async () => {
  for (const table of [schema.notices, schema.statements, schema.accounts, schema.outbox, schema.auditLog])
    await app.db.delete(table);
  await app.sql`delete from rate_limits`;
});

const FORM = {
  explanation: 'Platsen finns inte. Se evil.example',
  name: 'Karin Hedlund',
  email: 'Karin@example.se',
  good_faith: true,
};
const pathOf = ({ order_number }: { order_number: string }) => `/marketplace/annons/${order_number}`;
const storedNotices = () => app.db.select().from(schema.notices);
const isActive = async (id: string) =>
  (await app.db.select().from(schema.announcements).where(eq(schema.announcements.id, id)))[0]?.is_active;
const compose = (kind: string, about: Record<string, string>, attempts = 1) =>
  composers[kind]?.({ ...app.context, siteUrl: SITE }, about, { attempts });
const reportOver = (transport: (typeof TRANSPORTS)[number], input: Record<string, unknown>) =>
  call(app, transport, CREATE, { headers: newCaller() }, { ...FORM, ...input });

describe('a notice', () => {
  const report = (input: Record<string, unknown>) => reportOver(transport, input);

  test('is stored with its ad, by the path or the whole address', async () => {
    const ad = await makeAnnouncement(app.db);
    for (const url of [pathOf(ad), `${SITE}${pathOf(ad)}/?from=list#x`, pathOf(ad).replace('SP', 'sp')])
      expect(outcomeOf(await report({ url }))).toEqual([200, { message: THANKS }]);
    const stored = await storedNotices();
    expect(stored.map(({ url, announcement_id }) => [url, announcement_id])).toEqual(
      Array(3).fill([pathOf(ad), ad.id]),
    );
    expect(stored[0]).toMatchObject({ ...FORM, decision: null, created_at: NOW.toISOString() });
  });

  test('is accepted for an ad that is hidden or gone, with the same response', async () => {
    const hidden = await makeAnnouncement(app.db, { is_active: false });
    const gone = await makeAnnouncement(app.db);
    await app.db.delete(schema.announcements).where(eq(schema.announcements.id, gone.id));
    for (const ad of [hidden, gone])
      expect(outcomeOf(await report({ url: pathOf(ad) }))).toEqual([200, { message: THANKS }]);
    expect((await storedNotices()).map(({ announcement_id }) => announcement_id)).toEqual([hidden.id, null]);
  });

  test('about an ad that never existed gets 404', async () => {
    const { order_number } = await makeAnnouncement(app.db);
    const next = Number(order_number.slice(3)) + 1000;
    expect(outcomeOf(await report({ url: `/marketplace/annons/SP-${next}` }))).toEqual([
      404,
      'announcement.not_found',
      'Annonsen finns inte.',
    ]);
  });

  test('about another address gets 400', async () => {
    const ad = await makeAnnouncement(app.db);
    for (const url of [
      '',
      '/marketplace',
      '/marketplace/annons/',
      '/marketplace/annons/SP-0000',
      '/marketplace/annons/SP-1',
      '/marketplace/annons/SP-00012',
      `https://evil.example${pathOf(ad)}`,
      `//evil.example${pathOf(ad)}`,
      `javascript:${pathOf(ad)}`,
      ad.order_number,
    ])
      expect((await report({ url })).body).toMatchObject({ code: 'notice.url' });
  });

  test('needs every field and the assurance', async () => {
    const url = pathOf(await makeAnnouncement(app.db));
    for (const [change, code] of [
      [{ explanation: ' ' }, 'notice.required'],
      [{ name: '' }, 'notice.required'],
      [{ email: '' }, 'notice.required'],
      [{ email: 'karin@' }, 'request.email'],
      [{ good_faith: false }, 'notice.good_faith'],
      [{ good_faith: undefined }, 'request.invalid'],
    ] as const)
      expect((await report({ url, ...change })).body).toMatchObject({ code });
    expect(await storedNotices()).toEqual([]);
  });

  test('with the hidden field filled in looks successful and is not stored', async () => {
    expect(outcomeOf(await report({ url: '/marketplace/annons/SP-9999', website: 'x' }))).toEqual([
      200,
      { message: THANKS },
    ]);
    expect([await storedNotices(), await queuedMails(app)]).toEqual([[], []]);
  });

  test('is refused after 10 in an hour from one IP address', async () => {
    const url = pathOf(await makeAnnouncement(app.db));
    const caller = { headers: newCaller() };
    const statuses = [];
    for (let i = 0; i < 11; i++)
      statuses.push((await call(app, transport, CREATE, caller, { ...FORM, url })).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test('that is accepted hides the ad, states the reasons to its owner and answers the sender', async () => {
    const owner = await makeMember(app.db);
    const ad = await makeAnnouncement(app.db, { user_id: owner.id });
    const notice = await makeNotice(app.db, { url: pathOf(ad), announcement_id: ad.id });
    const reasons = { ground: 'Lag (1970:1)', facts: 'Platsen såldes två gånger.' };
    const decision = { id: notice.id, decision: 'removed', ...reasons };
    const { status, body } = await call<AdminNotice>(app, transport, DECIDE, admin, decision);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...reasons, decision: 'removed', decided_at: NOW.toISOString() });
    expect(await isActive(ad.id)).toBe(false);
    const [statement] = await app.db.select().from(schema.statements);
    expect(statement).toMatchObject({
      ...reasons,
      kind: 'ad_hidden',
      user_id: owner.id,
      order_number: ad.order_number,
      notice_id: notice.id,
    });
    expect((await queuedMails(app)).map(({ kind }) => kind)).toEqual(['account.statement', 'notice.decided']);
    expect((await auditEntriesOf(app.db)).map(([action]) => action)).toEqual([
      'announcement.deactivate',
      'notice.remove',
    ]);
    expect(outcomeOf(await call(app, transport, DECIDE, admin, { ...decision, decision: 'kept' }))).toEqual([
      409,
      'notice.decided',
      'Anmälan är redan avgjord.',
    ]);
  });

  test('that is rejected leaves the ad and tells only the sender', async () => {
    const ad = await makeAnnouncement(app.db);
    const notice = await makeNotice(app.db, { url: pathOf(ad), announcement_id: ad.id });
    expect((await call(app, transport, DECIDE, admin, { id: notice.id, decision: 'kept' })).status).toBe(200);
    expect([await isActive(ad.id), await app.db.select().from(schema.statements)]).toEqual([true, []]);
    expect((await queuedMails(app)).map(({ kind }) => kind)).toEqual(['notice.decided']);
    expect(await auditEntriesOf(app.db)).toEqual([['notice.keep', ad.order_number]]);
  });

  test('are listed newest first for admins', async () => {
    const older = await makeNotice(app.db, { created_at: '2027-01-10T00:00:00.000Z' });
    const newer = await makeNotice(app.db, { created_at: '2027-01-11T00:00:00.000Z' });
    const { body } = await call<AdminNotice[]>(app, transport, 'admin.notices.list', admin);
    expect(body.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(body[0]).toMatchObject({
      order_number: newer.url.slice(-7),
      announcement_id: newer.announcement_id,
    });
    expect((await call(app, transport, DECIDE, admin, { id: admin.id, decision: 'kept' })).status).toBe(404);
  });
});

test('of two decisions at the same time one wins, and the ad and the mails follow it', async () => {
  for (let round = 0; round < 5; round++) {
    await app.db.delete(schema.outbox);
    const ad = await makeAnnouncement(app.db);
    const notice = await makeNotice(app.db, { url: pathOf(ad), announcement_id: ad.id });
    const responses = await Promise.all(
      (['removed', 'kept'] as const).map((decision) =>
        call<AdminNotice>(app, 'rest', DECIDE, admin, { id: notice.id, decision }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const isRemoved = responses[0]?.status === 200;
    expect(await isActive(ad.id)).toBe(!isRemoved);
    expect(await queuedMails(app)).toHaveLength(isRemoved ? 2 : 1);
  }
});

test('a decision about an ad that is completed, hidden or deleted meanwhile is stored and changes nothing', async () => {
  const completed = await makeAnnouncement(app.db, { is_completed: true });
  const hidden = await makeAnnouncement(app.db, { is_active: false });
  for (const announcement_id of [completed.id, hidden.id, null]) {
    const { id } = await makeNotice(app.db, { announcement_id });
    expect((await call(app, 'rest', DECIDE, admin, { id, decision: 'removed' })).status).toBe(200);
  }
  expect(await app.db.select().from(schema.statements)).toEqual([]);
});

test('at most 1,000 undecided notices are stored', async () => {
  const ad = await makeAnnouncement(app.db);
  await app.sql`insert into notices (id, url, explanation, name, email, good_faith)
    select gen_random_uuid(), 'x', 'x', 'x', 'x', true from generate_series(1, 1000)`;
  const { status, headers, body } = await reportOver('rest', { url: pathOf(ad) });
  expect([status, headers.get('retry-after')]).toEqual([503, '3600']);
  expect(body).toMatchObject({ code: 'notice.full' });
});

describe('the mails to the sender', () => {
  test('carry none of the stranger\u2019s text, and at most 3 receipts an hour reach one address', async () => {
    const notice = await makeNotice(app.db, { ...FORM, email: 'karin+a@example.se' });
    const about = { notice_id: notice.id, email: notice.email };
    const receipt = await compose('notice.received', about);
    expect(receipt).toMatchObject({ to: 'karin+a@example.se', name: '' });
    expect(JSON.stringify(receipt)).not.toMatch(/Karin H|Platsen|evil/);
    for (const expected of [true, true, false])
      expect((await compose('notice.received', about)) !== undefined).toBe(expected);
  });

  test('say what was decided and how to object; a late receipt is dropped', async () => {
    const notice = await makeNotice(app.db);
    await call(app, 'rest', DECIDE, admin, { id: notice.id, decision: 'kept', facts: 'Platsen finns.' });
    const about = { notice_id: notice.id, email: notice.email };
    expect(await compose('notice.received', about)).toBeUndefined();
    const mail = await compose('notice.decided', about);
    expect(mail?.paragraphs.join(' ')).toContain('får vara kvar');
    // The market's rules in general are no reason to keep an ad.
    expect(mail?.facts?.map(({ label }) => label)).not.toContain('Grund');
    const reference = notice.id.slice(-8).toUpperCase();
    expect(mail?.button.url).toBe(`${SITE}/contact?subject=%C3%84rende+${reference}`);
    expect(mail?.facts).toContainEqual({ label: 'Bedömning', value: 'Platsen finns.' });
  });

  test.each([
    ['completed', { is_completed: true }, 'Annonsen visas inte längre.'],
    ['hidden', { is_active: false }, 'Annonsen visas inte längre.'],
    ['deleted', null, 'Annonsen är redan borttagen.'],
  ])('do not say that a %s ad stays', async (_, change, sentence) => {
    const notice = await makeNotice(app.db);
    const isAd = eq(schema.announcements.id, notice.announcement_id ?? '');
    if (change) await app.db.update(schema.announcements).set(change).where(isAd);
    else await app.db.delete(schema.announcements).where(isAd);
    await call(app, 'rest', DECIDE, admin, { id: notice.id, decision: 'kept' });
    const mail = await compose('notice.decided', { notice_id: notice.id, email: notice.email });
    expect(mail?.preheader).toBe(sentence);
    expect(mail?.paragraphs.join(' ')).toContain(sentence);
    expect(JSON.stringify(mail)).not.toContain('kvar');
  });

  test('do not repeat what the owner was told', async () => {
    const notice = await makeNotice(app.db);
    const facts = 'Du skrev till tre personer.';
    await call(app, 'rest', DECIDE, admin, { id: notice.id, decision: 'removed', facts });
    const mail = await compose('notice.decided', { notice_id: notice.id, email: notice.email });
    expect(JSON.stringify(mail)).not.toContain(facts);
  });
});

test('decided notices are deleted when the retention period ends; open ones wait', async () => {
  const at = { decided_at: '2026-01-14T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' };
  await makeNotice(app.db, { ...at, decision: 'kept' });
  await makeNotice(app.db, { ...at, decision: 'kept', decided_at: '2026-01-16T00:00:00.000Z' });
  await makeNotice(app.db, { created_at: '2020-01-01T00:00:00.000Z' });
  await sweepNotices(app.context);
  expect((await storedNotices()).map(({ decided_at }) => decided_at?.slice(0, 10))).toEqual([
    '2026-01-16',
    undefined,
  ]);
});
